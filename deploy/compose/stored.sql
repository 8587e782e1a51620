CREATE TABLE stored_requests (id text PRIMARY KEY, data text NOT NULL, changed timestamptz NOT NULL DEFAULT now());
CREATE TABLE stored_imps     (id text PRIMARY KEY, data text NOT NULL, changed timestamptz NOT NULL DEFAULT now());
CREATE TABLE accounts        (id text PRIMARY KEY, data text NOT NULL, changed timestamptz NOT NULL DEFAULT now());
CREATE INDEX ON stored_requests (changed);
CREATE INDEX ON stored_imps (changed);
CREATE INDEX ON accounts (changed);

"""Prints one line per ended auction: request, duration, number of auctions it stands for. Reconnects and misses nothing.
python3 client.py ws://127.0.0.1:6060/taps [COUNT]   (standard library only)"""
import base64, json, os, socket, struct, sys, time
from urllib.parse import urlsplit

url = urlsplit(sys.argv[1])
left = int(sys.argv[2]) if len(sys.argv) > 2 else -1
session, seq = None, 0


def frame(opcode, payload):
    """A masked frame, as clients must send them."""
    mask = os.urandom(4)
    size = len(payload)
    length = bytes([128 | size]) if size < 126 else bytes([128 | 126]) + struct.pack(">H", size)
    return bytes([128 | opcode]) + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))


def read_frame(stream):
    head = stream.read(2)
    if len(head) < 2:
        raise ConnectionError("closed")
    size = head[1] & 127
    if size > 125:
        size = struct.unpack(">H" if size == 126 else ">Q", stream.read(2 if size == 126 else 8))[0]
    return head[0] & 15, stream.read(size)


def take(message):
    global session, seq, left
    if message["type"] == "hello":
        session = message["session"]
    if message["type"] == "dropped":
        print(message["count"], "events dropped", file=sys.stderr)
    if message["type"] != "event":
        return
    seq = message["seq"]
    print(message["request"], message["data"]["tookMs"], 1 / message.get("share", 1), flush=True)
    left -= 1
    if left == 0:
        sys.exit(0)


def run():
    with socket.create_connection((url.hostname, url.port or 80)) as connection:
        stream = connection.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET {url.path}?{url.query} HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        connection.sendall(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        if b" 101 " not in stream.readline():
            raise ConnectionError("rejected")
        while stream.readline() != b"\r\n":
            pass
        subscription = {"type": "subscribe", "kinds": ["auction"]}
        if session:
            subscription["resume"] = {"session": session, "seq": seq}
        connection.sendall(frame(1, json.dumps(subscription).encode()))
        while True:
            opcode, payload = read_frame(stream)
            if opcode == 9:
                connection.sendall(frame(10, payload))
            if opcode == 8:
                raise ConnectionError("closed")
            if opcode == 1:
                for line in payload.decode().splitlines():
                    take(json.loads(line))


while True:
    try:
        run()
    except OSError as error:
        print(error, file=sys.stderr)
    time.sleep(1)

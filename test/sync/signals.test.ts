import { expect, test } from 'vitest';
import { readJavaSignals } from '#src/sync/java/signals.ts';
import { parseSids, readSignals } from '#src/sync/signals.ts';

const CONSENT = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';
const GPP = `DBACNYA~${CONSENT}~1YNN`;
const NEEDED = 'gdpr_consent is required. gdpr is not specified and is assumed to be 1 by the server. set gdpr=0 to exempt this request';

test('the reader of sync signals reads consent and US privacy from GPP', () => {
  expect(readSignals({ gpp: GPP, gpp_sid: '6', gdpr: 1, gdpr_consent: 'other' }, '1')).toEqual({
    value: {
      signals: { gdprSignal: 0, consent: CONSENT, usPrivacy: '1YNN', gpp: GPP, gppSid: [6] },
      macros: { GDPR: '0', GDPRConsent: CONSENT, USPrivacy: '1YNN', GPP, GPPSID: '6' },
    },
  });
});

test('the reader of sync signals reads US privacy from GPP only under its section id', () => {
  expect(readSignals({ gpp: GPP, gpp_sid: '2', us_privacy: '1NNN' }, '1')).toMatchObject({
    value: { macros: { GDPR: '1', USPrivacy: '1NNN' } },
  });
  expect(readSignals({ gpp: GPP, gpp_sid: '6', us_privacy: '1YYY' }, '1')).toEqual({
    error: 'request.us_privacy consent does not match uspv1',
  });
});

test('the reader of sync signals requires consent if the GDPR applies or may apply', () => {
  expect(readSignals({ gdpr: 2 }, '1')).toEqual({ error: 'GDPR signal should be integer 0 or 1' });
  expect(readSignals({ gdpr: 1 }, '1')).toEqual({ error: 'gdpr_consent is required if gdpr=1' });
  expect(readSignals({}, '1')).toEqual({ error: NEEDED });
  expect(readSignals({}, '0')).toMatchObject({ value: { signals: { gdprSignal: -1, consent: '' }, macros: { GDPR: '' } } });
  expect(readSignals({ gdpr: 0 }, '1')).toMatchObject({ value: { signals: { gdprSignal: 0 } } });
});

test('the reader of sync signals omits an invalid US privacy string', () => {
  expect(readSignals({ gdpr: 0, us_privacy: 'invalid' }, '1')).toMatchObject({
    value: { signals: { usPrivacy: '' }, macros: { USPrivacy: '' } },
  });
  expect(readSignals({ gdpr: 0, us_privacy: '1yn-' }, '1')).toMatchObject({ value: { signals: { usPrivacy: '' } } });
  expect(readSignals({ gdpr: 0, us_privacy: '1YN-' }, '1')).toMatchObject({
    value: { signals: { usPrivacy: '1YN-' }, macros: { USPrivacy: '1YN-' } },
  });
});

test('the reader of sync signals of the Java variant accepts US privacy in any case; macros have it as given', () => {
  expect(readJavaSignals({ us_privacy: '1yn-' }, [])).toMatchObject({ signals: { usPrivacy: '1YN-' }, macros: { USPrivacy: '1yn-' } });
  expect(readJavaSignals({ us_privacy: '1x--' }, [])).toMatchObject({ signals: { usPrivacy: '' }, macros: { USPrivacy: '' } });
});

test('the reader of sync signals reads section ids without blanks, 8 bits each', () => {
  expect(parseSids('')).toEqual({ value: [] });
  expect(parseSids('2,6')).toEqual({ value: [2, 6] });
  expect(parseSids('2, 6')).toEqual({ error: 'strconv.ParseInt: parsing " 6": invalid syntax' });
  expect(parseSids('malformed')).toEqual({ error: 'strconv.ParseInt: parsing "malformed": invalid syntax' });
  expect(parseSids('300')).toEqual({ error: 'strconv.ParseInt: parsing "300": value out of range' });
});

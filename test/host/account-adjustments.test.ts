import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '#src/config/load.ts';
import { adjustmentProblems } from '#src/host/account-adjustments.ts';
import { checkStoredFiles } from '#src/host/stored-check.ts';

const rules = (rule: object, type = 'banner') => ({ mediatype: { [type]: { alpha: { '*': [rule] } } } });

test('a rule that invalidates all rules of an account is an error', () => {
  expect(adjustmentProblems(rules({ adjtype: 'multiplier', value: 0.8 }))).toEqual({ errors: [], warnings: [] });
  expect(adjustmentProblems(undefined)).toEqual({ errors: [], warnings: [] });
  expect(adjustmentProblems(rules({ adjtype: 'multiplier', value: 200 })).errors).toEqual([
    'bidadjustments.mediatype: the found rule [adjtype=multiplier, value=200, currency=null] in banner.alpha.* is invalid; no rule applies',
  ]);
  expect(adjustmentProblems({ mediatype: 5 }).errors).toEqual(['bidadjustments.mediatype: must be an object; no rule applies']);
});

test('an empty list, which is an error in the Java variant only, is a warning', () => {
  expect(adjustmentProblems({ mediatype: { banner: { alpha: { '*': [] } } } })).toEqual({
    errors: [],
    warnings: ['bidadjustments.mediatype: no bid adjustment rules found in banner.alpha.*; with Java rules none applies'],
  });
});

test('a media type that does not exist is a warning', () => {
  expect(adjustmentProblems(rules({ adjtype: 'multiplier', value: 0.8 }, 'video')).warnings).toEqual([
    'bidadjustments.mediatype.video: unknown media type; the types are banner, audio, video-instream, video-outstream, native, *',
  ]);
});

test('the check of stored accounts includes their rules, in the form of either variant', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adjustments-'));
  mkdirSync(join(folder, 'accounts'));
  const bidadjustments = rules({ adjtype: 'cpm', value: 1 });
  writeFileSync(join(folder, 'accounts', '1.json'), JSON.stringify({ id: '1', bidadjustments }));
  writeFileSync(join(folder, 'accounts', '2.json'), JSON.stringify({ id: '2', auction: { bidadjustments } }));
  writeFileSync(join(folder, 'accounts', '3.json'), '{');
  const accounts = { filesystem: { enabled: true, directorypath: folder } };
  const { errors } = checkStoredFiles(loadConfig(undefined, {}, { gdpr: { default_value: '0' }, accounts }));
  expect(errors.map((line) => line.replace(join(folder, 'accounts/'), ''))).toEqual([
    '1.json: bidadjustments.mediatype: the found rule [adjtype=cpm, value=1, currency=null] in banner.alpha.* is invalid; no rule applies',
    '2.json: bidadjustments.mediatype: the found rule [adjtype=cpm, value=1, currency=null] in banner.alpha.* is invalid; no rule applies',
    expect.stringContaining('3.json: not JSON'),
  ]);
});

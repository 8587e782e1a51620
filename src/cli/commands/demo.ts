/** `auctor demo`: a host with its own bidder and stored data, on loopback only. */
import type { Command } from '../command.ts';
import start from './start.ts';

const demo: Command = {
  summary: 'start a demo host with a bidder of its own, on loopback only',
  usage: '[--hello] [--any.key=value]...',
  run: (given, commands) => start.run(['--demo', ...given], commands),
};

export default demo;

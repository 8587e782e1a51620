/** CPU time of this thread, µs, exact. Time that other programs, or other threads of this process, take is not included. */
export function threadCpuUs(): number {
  // Linux updates a thread's time only at its ticks, every few ms, unless the time of the process is read.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

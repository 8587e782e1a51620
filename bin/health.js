/**
 * Health check of containers, which have no curl: exits with 0 if the host in this container should receive requests. `AUCTOR_PORT` names
 * another port than 8000.
 */
const TIMEOUT_MS = 2000;

try {
  const response = await fetch(`http://127.0.0.1:${process.env.AUCTOR_PORT || 8000}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  process.exitCode = response.status === 200 ? 0 : 1;
} catch {
  process.exitCode = 1;
}

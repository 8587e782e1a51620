/** The Helm chart, rendered with its default values and with all options on. */
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '#src/config/load.ts';
import { project, ROOT } from '../../.ci/packages.ts';
import { documentsOf, read, readYaml } from './files.ts';
import { render } from './helm.ts';

const CHART = 'deploy/helm/auctor';
const folder = mkdtempSync(join(tmpdir(), 'auctor-chart-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Values {
  readonly settings: object;
  readonly environment: readonly { readonly name: string }[];
  readonly terminationGracePeriodSeconds: number;
  readonly autoscaling: object;
}
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: resources of any kind, compared with complete values below
  readonly spec: any;
  readonly data?: Readonly<Record<string, string>>;
}
const values = readYaml<Values>(`${CHART}/values.yaml`);
const chart = readYaml<{ readonly appVersion: string }>(`${CHART}/Chart.yaml`);

/** Rendered resources by kind. */
function resources(own: object = values): ReadonlyMap<string, Resource> {
  const scope = { Values: own, Release: { Name: 'bids' }, Chart: { AppVersion: chart.appVersion } };
  const rendered = globSync(`${CHART}/templates/*.yaml`, { cwd: ROOT }).map((file) => render(read(file), scope));
  const found = rendered.flatMap(documentsOf).filter((each) => each !== null) as Resource[];
  return new Map(found.map((each) => [each.kind, each]));
}
const all = resources();
const pod = all.get('Deployment')?.spec.template.spec;

describe('the chart', () => {
  it('has the version of the program', () => {
    expect(chart.appVersion).toBe(project.version);
  });

  it('renders its resources, all with the name of the release', () => {
    expect([...all.keys()].sort()).toEqual(['ConfigMap', 'Deployment', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'Service']);
    expect([...all.values()].map(({ metadata }) => metadata.name)).toEqual([...all.keys()].map(() => 'bids'));
  });

  it('gives the process no variables of services, which would look like settings', () => {
    expect(pod.enableServiceLinks).toBe(false);
  });

  it('probes a TLS listener with the scheme of the values', () => {
    const deployment = resources({ ...values, probeScheme: 'HTTPS' }).get('Deployment');
    const [{ startupProbe, readinessProbe, livenessProbe }] = deployment?.spec.template.spec.containers ?? [];
    const schemes = [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.scheme);
    expect(schemes).toEqual(['HTTPS', 'HTTPS', 'HTTPS']);
  });

  it('renders the monitor and scales by auctions in flight if enabled', () => {
    const autoscaling = { ...values.autoscaling, auctionsInFlight: 200 };
    const more = resources({ ...values, autoscaling, serviceMonitor: { enabled: true, interval: '15s' } });
    expect(more.get('ServiceMonitor')?.spec.endpoints).toEqual([{ port: 'metrics', path: '/metrics', interval: '15s' }]);
    expect(more.get('HorizontalPodAutoscaler')?.spec.metrics).toEqual([
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
      { type: 'Pods', pods: { metric: { name: 'auctions_live' }, target: { type: 'AverageValue', averageValue: '200' } } },
    ]);
  });

  it('contains valid settings, whose stop fits into the grace period of a pod', () => {
    const file = join(folder, 'auctor.yaml');
    writeFileSync(file, all.get('ConfigMap')?.data?.['auctor.yaml'] ?? '');
    const environment = Object.fromEntries(values.environment.map(({ name }) => [name, 'secret']));
    const { config, errors, warnings } = readSettings({ files: [file], environment, strict: true });
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    const stopMs = (config?.shutdown_delay_ms ?? Number.POSITIVE_INFINITY) + (config?.shutdown_grace_ms ?? 0);
    expect(stopMs).toBeLessThan(values.terminationGracePeriodSeconds * 1000);
    const ports = { http: config?.port, admin: config?.admin_port, metrics: config?.metrics.prometheus.port };
    expect(pod.containers[0].ports).toEqual(Object.entries(ports).map(([name, containerPort]) => ({ name, containerPort })));
  });

  it('probes the endpoints for orchestrators', () => {
    const { startupProbe, readinessProbe, livenessProbe } = pod.containers[0];
    expect([startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet)).toEqual([
      { path: '/readyz', port: 'http', scheme: 'HTTP' },
      { path: '/readyz', port: 'http', scheme: 'HTTP' },
      { path: '/livez', port: 'http', scheme: 'HTTP' },
    ]);
  });

  it('runs pods without root, privileges and a writable file system', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 });
    expect(pod.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('rolls out pods again if the settings change', () => {
    const checksum = (own: object): string => resources(own).get('Deployment')?.spec.template.metadata.annotations['checksum/settings'];
    expect(checksum({ ...values, settings: { ...values.settings, workers: 2 } })).not.toBe(checksum(values));
  });

  it('selects its pods everywhere by the same labels', () => {
    const labels = { 'app.kubernetes.io/name': 'auctor', 'app.kubernetes.io/instance': 'bids' };
    expect(all.get('Deployment')?.spec.selector.matchLabels).toEqual(labels);
    expect(all.get('Service')?.spec.selector).toEqual(labels);
    expect(all.get('PodDisruptionBudget')?.spec.selector.matchLabels).toEqual(labels);
  });
});

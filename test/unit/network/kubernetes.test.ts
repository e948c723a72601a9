import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod/mini';
import { parseCommand } from '../../../src/network/cli/commandLine.ts';
import { checkPublicSettings, listenAddress } from '../../../src/network/listenAddress.ts';
import { readConfiguration } from '../../../src/network/configuration.ts';
import { metricsIn } from '../../support/network/promql.ts';

const folder = 'deploy/kubernetes';
const models = [ConfigMap, Deployment, Ingress, NetworkPolicy, PodDisruptionBudget, ScaledObject, Service];

const manifest = z.looseObject({ kind: z.string(), metadata: z.object({ name: z.string() }) });
const list = z.object({ items: z.array(manifest) });
const labels = z.record(z.string(), z.string());
const port = z.object({ name: z.string(), containerPort: z.number() });
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const deployment = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      metadata: z.object({ labels, annotations: labels }),
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.looseObject({
            args: z.array(z.string()),
            ports: z.array(port),
            startupProbe: probe,
            livenessProbe: probe,
            readinessProbe: probe,
            lifecycle: z.optional(
              z.object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }),
            ),
            volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
          }),
        ]),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
});
const service = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    selector: labels,
    ports: z.array(z.object({ name: z.string(), targetPort: z.string() })),
  }),
});
const backend = z.object({
  service: z.object({ name: z.string(), port: z.object({ name: z.string() }) }),
});
const ingress = z.object({
  spec: z.object({
    tls: z.tuple([z.object({ hosts: z.array(z.string()) })]),
    rules: z.tuple([
      z.object({
        host: z.string(),
        http: z.object({ paths: z.array(z.object({ path: z.string(), backend })) }),
      }),
    ]),
  }),
});
const budget = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({ selector: z.object({ matchLabels: labels }) }),
});
const policy = z.object({ spec: z.object({ podSelector: z.object({ matchLabels: labels }) }) });
const scaledObject = z.object({
  spec: z.object({
    scaleTargetRef: z.object({ name: z.string() }),
    triggers: z.array(z.object({ metadata: z.object({ query: z.string() }) })),
  }),
});

const manifests = readdirSync(folder).flatMap((name) =>
  parseAllDocuments(readFileSync(path.join(folder, name), 'utf8')).flatMap((document) => {
    assert.deepEqual(document.errors, []);
    const content: unknown = document.toJS();
    const parsed = list.safeParse(content);
    return parsed.success ? parsed.data.items : [manifest.parse(content)];
  }),
);
const ofKind = (kind: string) => manifests.filter((each) => each.kind === kind);
const deployments = ofKind('Deployment').map((each) => deployment.parse(each));
const services = ofKind('Service').map((each) => service.parse(each));
const [settings = {}] = ofKind('ConfigMap').map(({ data }) => labels.parse(data));
/** The settings, with values instead of the files of secrets. */
const env = Object.fromEntries(
  Object.entries(settings).map(([name, value]) =>
    name.endsWith('_FILE') ? [name.slice(0, -'_FILE'.length), 'postgres://secret'] : [name, value],
  ),
);
const nodeOf = ({ spec }: (typeof deployments)[number]) => spec.template.spec.containers[0];

/** Returns the fields that a check doesn't read, because its schema doesn't contain them. */
function unreadFields(value: unknown, check: (watched: unknown) => void): string[] {
  const unread = new Set<string>();
  const watch = (each: unknown, at: string): unknown => {
    if (typeof each !== 'object' || each === null) return each;
    const children = new Map(
      Object.entries(each).map(([name, child]) => [name, watch(child, `${at}.${name}`)]),
    );
    for (const name of children.keys()) unread.add(`${at}.${name}`);
    return new Proxy(each, {
      get: (target, name) => {
        unread.delete(`${at}.${String(name)}`);
        return children.get(String(name)) ?? Reflect.get(target, name);
      },
    });
  };
  check(watch(value, ''));
  return [...unread];
}

describe('deploy/kubernetes', () => {
  it('contains objects that match the schemas of Kubernetes and KEDA, without unknown fields', () => {
    for (const each of manifests) {
      const model = models.find(({ kind }) => kind === each.kind);
      assert.ok(model, each.kind);
      const unread = unreadFields(each, (watched) => model.prototype.validate.call(watched));
      assert.deepEqual(unread, [], each.metadata.name);
    }
  });

  it('has a deployment for each role', () => {
    const roles = deployments.map((each) => [each.metadata.name, parseCommand(nodeOf(each).args).role]);
    assert.deepEqual(
      roles,
      ['api', 'accounts', 'worker'].map((role) => [role, role]),
    );
  });

  it('gives nodes no privileges, and the limits with which they can isolate their engines', () => {
    for (const each of deployments) {
      const { securityContext, hostUsers, automountServiceAccountToken } = each.spec.template.spec;
      const user = { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 };
      assert.deepEqual(securityContext, user);
      assert.deepEqual([hostUsers, automountServiceAccountToken], [false, false]);
      assert.deepEqual(nodeOf(each)['securityContext'], {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
        seccompProfile: { type: 'Localhost', localhostProfile: 'file-utility-network.json' },
        appArmorProfile: { type: 'Unconfined' },
        procMount: 'Unmasked',
      });
    }
  });

  it('gives nodes a valid configuration, whose secrets are in files of the mounted secret', () => {
    const configuration = readConfiguration(env, undefined);
    checkPublicSettings(configuration);
    const [rule] = ofKind('Ingress').map((each) => ingress.parse(each).spec.rules[0]);
    assert.equal(configuration.authUrl, `https://${rule?.host}`);
    const page = readFileSync('docs/running-a-network.md', 'utf8');
    for (const [name, value] of Object.entries(settings).filter(([name]) => name.endsWith('_FILE'))) {
      assert.equal(path.dirname(value), '/run/secrets/network', name);
      assert.ok(page.includes(`--from-file=${path.basename(value)}`), name);
    }
    for (const each of deployments) {
      const mounts = nodeOf(each).volumeMounts.map(({ name, mountPath }) => [name, mountPath]);
      assert.deepEqual(mounts, [
        ['temporary', '/tmp'],
        ['secrets', '/run/secrets/network'],
      ]);
      assert.deepEqual(
        each.spec.template.spec.volumes.map(({ name }) => name),
        ['temporary', 'secrets'],
      );
    }
  });

  it('opens the ports at which nodes listen', () => {
    const configuration = readConfiguration(env, undefined);
    for (const each of deployments) {
      const { ports, startupProbe, livenessProbe, readinessProbe } = nodeOf(each);
      const open = Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]));
      const operations = listenAddress('operationsListen', configuration.operationsListen).port;
      assert.equal(open['operations'], operations);
      assert.equal(each.spec.template.metadata.annotations['prometheus.io/port'], String(operations));
      for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
        assert.equal(httpGet.port, 'operations');
      assert.deepEqual(
        [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path),
        ['/healthz', '/healthz', '/readyz'],
      );
      const { name } = each.metadata;
      if (name === 'api') assert.equal(open[name], listenAddress('listen', configuration.listen).port);
      if (name === 'accounts')
        assert.equal(open[name], listenAddress('accountsListen', configuration.accountsListen).port);
    }
  });

  it('leads each path to nodes that serve it', () => {
    for (const each of services) {
      const target = deployments.find(({ metadata }) => metadata.name === each.metadata.name);
      assert.deepEqual(each.spec.selector, target?.spec.template.metadata.labels);
      const ports = target && nodeOf(target).ports.map(({ name }) => name);
      for (const { targetPort } of each.spec.ports) assert.ok(ports?.includes(targetPort));
    }
    const [rule] = ofKind('Ingress').map((each) => ingress.parse(each).spec.rules[0]);
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8');
    for (const { path: prefix, backend } of rule?.http.paths ?? []) {
      const { name, port } = backend.service;
      const found = services.find(({ metadata }) => metadata.name === name);
      assert.ok(found?.spec.ports.some((each) => each.name === port.name));
      if (name === 'accounts') assert.match(caddyfile, new RegExp(`@accounts path .*${prefix}`));
    }
    assert.deepEqual(rule?.http.paths.at(-1)?.backend.service.name, 'api');
  });

  it('limits disruptions of each role, and the connections of all nodes', () => {
    const labelsOf = Object.fromEntries(
      deployments.map(({ metadata, spec }) => [metadata.name, spec.template.metadata.labels]),
    );
    const budgets = ofKind('PodDisruptionBudget').map((each) => budget.parse(each));
    const selected = budgets.map(({ metadata, spec }) => [metadata.name, spec.selector.matchLabels]);
    assert.deepEqual(Object.fromEntries(selected), labelsOf);
    const [selector = {}] = ofKind('NetworkPolicy').map(
      (each) => policy.parse(each).spec.podSelector.matchLabels,
    );
    for (const [name, value] of Object.entries(selector))
      for (const each of Object.values(labelsOf)) assert.equal(each[name], value);
  });

  it('lets the account pages send mail over TLS, and by STARTTLS', () => {
    for (const port of [465, 587])
      assert.ok(readFileSync('deploy/kubernetes/network.yaml', 'utf8').includes(`{ port: ${port} }`));
  });

  it('allows nodes more time to drain than they take', () => {
    const { drainSeconds } = readConfiguration(env, undefined);
    for (const { spec, metadata } of deployments) {
      assert.deepEqual(spec.selector.matchLabels, spec.template.metadata.labels, metadata.name);
      const { terminationGracePeriodSeconds, containers } = spec.template.spec;
      const [{ lifecycle }] = containers;
      assert.ok(terminationGracePeriodSeconds > drainSeconds + (lifecycle?.preStop.sleep.seconds ?? 0) + 12);
    }
  });

  it('scales workers by the age of the queue', () => {
    const [scaling] = ofKind('ScaledObject').map((each) => scaledObject.parse(each).spec);
    assert.equal(scaling?.scaleTargetRef.name, 'worker');
    assert.deepEqual(
      scaling.triggers.map(({ metadata }) => metricsIn(metadata.query)),
      [['fun_queue_oldest_seconds'], ['fun_places_busy', 'fun_places']],
    );
  });
});

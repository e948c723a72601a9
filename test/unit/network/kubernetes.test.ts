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
import { parseCommand } from '../../../src/network/cli/commandLine.ts';
import { readConfiguration } from '../../../src/network/configuration.ts';
import { checkPublicSettings, listenAddress } from '../../../src/network/listenAddress.ts';

const folder = 'deploy/kubernetes';
const models = [ConfigMap, Deployment, Ingress, NetworkPolicy, PodDisruptionBudget, ScaledObject, Service];

const manifests = readdirSync(folder).flatMap((name) =>
  parseAllDocuments(readFileSync(path.join(folder, name), 'utf8')).flatMap((document) => {
    assert.deepEqual(document.errors, []);
    const content = document.toJS();
    return content.items ?? [content];
  }),
);
const ofKind = (kind: string) => manifests.filter((each) => each.kind === kind);
const all = ofKind('Deployment').map(({ metadata, spec: { selector, template } }) => {
  const [node] = template.spec.containers;
  return { name: metadata.name, selector, template, pod: template.spec, node };
});
const deployments = all.filter(({ name }) => name !== 'commands');
const [settings] = ofKind('ConfigMap').map(({ data }) => Object.entries<string>(data));
const files = settings?.filter(([name]) => name.endsWith('_FILE')) ?? [];
/** The configuration of the nodes, with values instead of the files of secrets. */
const configuration = readConfiguration(
  Object.fromEntries(
    settings?.map(([name, value]) =>
      name.endsWith('_FILE') ? [name.slice(0, -'_FILE'.length), 'postgres://secret'] : [name, value],
    ) ?? [],
  ),
  undefined,
);

const portOf = (setting: 'accountsListen' | 'listen' | 'operationsListen'): number =>
  listenAddress(setting, configuration[setting]).port;

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

  it('gives the nodes of each role no privileges, and the limits with which they can isolate their engines', () => {
    const roles = deployments.map(({ node }) => parseCommand(node.args).role);
    assert.deepEqual(roles, ['api', 'accounts', 'worker']);
    for (const { pod, node } of all) {
      const user = { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 };
      assert.deepEqual(pod.securityContext, user);
      assert.deepEqual([pod.hostUsers, pod.automountServiceAccountToken], [false, false]);
      assert.deepEqual(node.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
        seccompProfile: { type: 'Localhost', localhostProfile: 'file-utility-network.json' },
        appArmorProfile: { type: 'Unconfined' },
        procMount: 'Unmasked',
      });
      const mounts = node.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
      assert.deepEqual(mounts, ['/tmp', '/run/secrets/network']);
    }
  });

  it('gives nodes a valid configuration, whose secrets are in files of the mounted secret', () => {
    checkPublicSettings(configuration);
    const [ingress] = ofKind('Ingress');
    assert.equal(configuration.authUrl, `https://${ingress.spec.rules[0].host}`);
    const page = readFileSync('docs/running-a-network.md', 'utf8');
    assert.ok(files.length > 2);
    for (const [name, value] of files) {
      assert.equal(path.dirname(value), '/run/secrets/network', name);
      assert.ok(page.includes(`--from-file=${path.basename(value)}`), name);
    }
  });

  it('gives the nodes of each role the address of their own database user, and only commands that of the owner', () => {
    const page = readFileSync('docs/running-a-network.md', 'utf8');
    const [, list = ''] =
      /for user in ([a-z ]+); do kubectl .* "database-\$user" --from-file=database-url/.exec(page) ?? [];
    assert.deepEqual(
      all.map(({ name, pod }) => {
        const { sources } = pod.volumes.find(
          (volume: { name: string }) => volume.name === 'secrets',
        ).projected;
        return [name, ...sources.map(({ secret }: { secret: { name: string } }) => secret.name)];
      }),
      [
        ['api', 'store', 'database-api'],
        ['accounts', 'store', 'database-accounts'],
        ['worker', 'store', 'database-worker'],
        ['commands', 'store', 'database-owner'],
      ],
    );
    assert.deepEqual(list.split(' ').toSorted(), ['accounts', 'api', 'owner', 'worker']);
    for (const { pod } of all) assert.deepEqual(pod.volumes.length, 2);
    const { command } = all.find(({ name }) => name === 'commands')?.node ?? {};
    assert.ok(command?.at(-1).startsWith('node dist/networkServer.cjs migrate && '));
  });

  it('opens the ports at which nodes listen', () => {
    const expected = { api: portOf('listen'), accounts: portOf('accountsListen'), worker: undefined };
    for (const { name, node, template } of deployments) {
      const open = new Map(
        node.ports.map((port: { name: string; containerPort: number }) => [port.name, port.containerPort]),
      );
      assert.equal(open.get('operations'), portOf('operationsListen'));
      assert.equal(template.metadata.annotations['prometheus.io/port'], String(portOf('operationsListen')));
      assert.equal(open.get(name), new Map(Object.entries(expected)).get(name), name);
      const probes = [node.startupProbe, node.livenessProbe, node.readinessProbe];
      assert.deepEqual(
        probes.map(({ httpGet }) => httpGet),
        ['/healthz', '/healthz', '/readyz'].map((path) => ({ path, port: 'operations' })),
      );
    }
  });

  it('leads each path to nodes that serve it', () => {
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8').replaceAll('\n', ' ');
    const services = new Map(ofKind('Service').map(({ metadata, spec }) => [metadata.name, spec]));
    const [ingress] = ofKind('Ingress');
    const { paths } = ingress.spec.rules[0].http;
    for (const { path: prefix, backend } of paths) {
      const { name, port } = backend.service;
      const [served] = services.get(name).ports;
      assert.deepEqual([served.name, served.targetPort], [port.name, name]);
      if (name === 'accounts') assert.match(caddyfile, new RegExp(`@accounts path .*${prefix}(?:/\\*)? `));
    }
    assert.equal(paths.at(-1).backend.service.name, 'api');
  });

  it('selects existing nodes, and limits the connections of all of them', () => {
    const labels = new Map(all.map(({ name, template }) => [name, template.metadata.labels]));
    for (const { name, selector } of all) assert.deepEqual(selector.matchLabels, labels.get(name));
    for (const { metadata, spec } of ofKind('Service'))
      assert.deepEqual(spec.selector, labels.get(metadata.name));
    for (const { metadata, spec } of ofKind('PodDisruptionBudget'))
      assert.deepEqual(spec.selector.matchLabels, labels.get(metadata.name));
    const [scaling] = ofKind('ScaledObject');
    assert.ok(labels.has(scaling.spec.scaleTargetRef.name));
    const [policy] = ofKind('NetworkPolicy');
    for (const own of labels.values())
      assert.partialDeepStrictEqual(own, policy.spec.podSelector.matchLabels);
    // Mail over TLS, and by STARTTLS.
    for (const port of [465, 587]) assert.ok(JSON.stringify(policy.spec.egress).includes(`{"port":${port}}`));
  });

  it('allows nodes more time to drain than they take', () => {
    for (const { name, pod, node } of deployments) {
      const sleepSeconds = node.lifecycle?.preStop.sleep.seconds ?? 0;
      const needed = configuration.drainSeconds + sleepSeconds + 12;
      assert.ok(pod.terminationGracePeriodSeconds > needed, name);
    }
  });
});

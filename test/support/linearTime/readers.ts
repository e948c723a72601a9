import * as z from 'zod/mini';
import { ResponseHeaders, retryAfterMs } from '../../../src/client/response.ts';
import { keyRedactor, redactor } from '../../../src/client/credentials.ts';
import { RawAnswer } from '../../../tools/conformance/http/rawAnswer.ts';
import { asCredits } from '../../../src/contract/read.ts';
import { parseCompressions, parseConversions } from '../../../src/contract/conversions.ts';
import { parseEntitlements, parseEstimate } from '../../../src/contract/entitlements.ts';
import { parseErrorBody } from '../../../src/contract/fault.ts';
import { parseInsufficientCredits } from '../../../src/contract/errors.ts';
import { formatOfFileName } from '../../../src/contract/formats/naming.ts';
import { parseJobRecord, parseSubmission } from '../../../src/contract/jobRecord.ts';
import { jsonWithoutSecrets } from '../../../src/contract/options.ts';
import { effectiveFormat } from '../../../src/engines/sniff.ts';
import { formatOfHead } from '../../../src/contract/formats/formatOfHead.ts';
import { compressions, conversions } from '../../../src/engines/registry.ts';
import type { Catalog } from '../../../src/planning/catalog.ts';
import { matchesGlobs } from '../../../src/planning/uploads.ts';
import { accepts, installableFor, type Offer, targetsFor } from '../../../src/planning/offer.ts';
import { commonFields, typedValue } from '../../../src/planning/optionFields.ts';
import { targetMenu } from '../../../src/planning/targetMenu.ts';
import { groupTargets } from '../../../src/planning/targetGroups.ts';
import { baseName, folderOf, inFolder } from '../../../src/jobs/core/fileUri.ts';
import { readJournal } from '../../../src/jobs/journal/journalContent.ts';
import { mayBeFormat, planOutput } from '../../../src/jobs/placement/outputPlan.ts';
import { foldedName, numberedName, safeFileName } from '../../../src/contract/safeFileName.ts';
import { IgnoreFiles } from '../../../src/references/ignoreFiles.ts';
import { drawingSize } from '../../../src/references/elements.ts';
import { markupLinks, svelteLinks } from '../../../src/references/markup.ts';
import { isMentioned, mayRefer } from '../../../src/references/references.ts';
import { reversalsOf } from '../../../src/references/reversals.ts';
import { jsonLinks } from '../../../src/references/data.ts';
import { srcsetAddresses } from '../../../src/references/link.ts';
import { styleLinks } from '../../../src/references/styles.ts';
import { checkVersion, isVersionSegment } from '../../../src/service/server/endpoint.ts';
import { outputFileName } from '../../../src/service/server/jobs/jobOutput.ts';
import { assignEngine } from '../../../src/service/assignment.ts';
import { readOptions } from '../../../src/service/server/formFields.ts';
import { readGlob } from '../../../src/util/glob.ts';
import { parseJson, parseTolerantly } from '../../../src/util/json.ts';
import { offerWith } from '../formats/offerWith.ts';
import { jobWith } from '../jobs/jobWith.ts';

/** A parser of untrusted text that runs in the extension host or in the service, which must not hang. It may throw. */
type TextReader = (text: string) => unknown;

const key = 'fun_live_4f1c9e7ab2';

const host: Readonly<Record<string, TextReader>> = {
  redactor: redactor(() => [key]),
  keyRedactor: keyRedactor(() => [key]),
  retryAfterMs: (text) => retryAfterMs(new ResponseHeaders({ 'retry-after': text, date: text }), 0),
  parseJson,
  'parseJson, in a text': (text) => parseJson(JSON.stringify({ [text]: text })),
  'parseTolerantly, up to where it ends': (text) =>
    parseTolerantly(`{"a": ${text}`, (_, value) => value, true),
  'parseTolerantly, a word that is none': (text) =>
    parseTolerantly(`{"a": NaN, "b": ${JSON.stringify(text)}, "c": ${text}}`, (_, value) => value, true),
  parseErrorBody: (text) => parseErrorBody({ error: text, detail: text }),
  parseInsufficientCredits,
  parseConversions: (text) => parseConversions([text]),
  'parseConversions, of a map': (text) => parseConversions({ [text]: text }),
  'parseConversions, of names': (text) =>
    parseConversions([{ [text]: text, name: text, targets: text }, { pair: text }, [text, text]]),
  asCredits,
  parseCompressions: (text) => parseCompressions([text]),
  parseEntitlements: (text) => parseEntitlements({ planName: text, tier: text, totalCredits: text }),
  parseEstimate,
  parseSubmission: (text) => parseSubmission({ id: text }),
  'parseJobRecord, a state': (text) => parseJobRecord({ status: text }),
  'parseJobRecord, a progress': (text) => parseJobRecord({ status: 'Processing', progress: text }),
  'parseJobRecord, a failure': (text) => parseJobRecord({ status: 'Failed', error: text }),
  'parseJobRecord, an output': (text) => parseJobRecord({ status: 'Succeeded', output: { fileName: text } }),
  formatOfFileName,
  jsonWithoutSecrets: (text) => jsonWithoutSecrets({ [text]: text }),
  RawAnswer: (text) =>
    new RawAnswer({
      method: 'GET',
      path: text,
      status: 400,
      headers: { 'content-type': text },
      body: Buffer.from(text),
    }).isJson,
  safeFileName,
  foldedName,
  planOutput: (text) => numberedName(planOutput(jobWith(), text).name, 1),
  mayBeFormat: (text) => mayBeFormat(Buffer.from(text), text),
  fileUri: (text) => [folderOf(`file:///${text}`), baseName(text), inFolder(text, text)],
  readJournal,
  'typedValue, a text': (text) => typedValue({ name: '', schema: { type: 'string' }, secret: false }, text),
  'typedValue, numbers': (text) => typedValue({ name: '', schema: { type: 'array' }, secret: false }, text),
  'typedValue, a pattern': (text) =>
    typedValue({ name: '', schema: { pattern: text, format: 'url' }, secret: false }, text),
  'matchesGlobs, a path': (text) => matchesGlobs(['**/*a*b/**/*c', '*a*b*c?', '!**/{a,*b}'], [text]),
  drawingSize,
  reversalsOf: (text) => reversalsOf(text, [{ start: 0, end: 1, text, from: '', isSure: true }], text),
  'readGlob, a glob': (text) => readGlob(text)?.('a/'.repeat(100)),
};

/**
 * Parsers of texts in a project. They run in a thread that can be stopped. The parsers of Markdown, scripts, and YAML
 * are missing here, because only the thread's time limit bounds them.
 */
const references: Readonly<Record<string, TextReader>> = {
  'IgnoreFiles, rules': (text) => isIgnored(text, 'a/'.repeat(100)),
  'IgnoreFiles, a path': (text) => isIgnored('**/a/**/a/**/a/**/a/**/a/**/a/\n*a*a*a*b\n*/*/*/b', text),
  mayRefer: (text) => mayRefer(text, [{ from: 'a.a', to: 'b' }]),
  isMentioned: (text) => isMentioned(text, 'a.', linksIn(text)),
  styleLinks: (text) => styleLinks({ text, offset: 0 }),
  jsonLinks: (text) => jsonLinks({ text, offset: 0 }),
  markupLinks: (text) => markupLinks({ text, offset: 0 }),
  svelteLinks: (text) => svelteLinks({ text, offset: 0 }),
  srcsetAddresses,
};

function isIgnored(rules: string, path: string): boolean {
  const ignored = new IgnoreFiles();
  ignored.add('/top', rules);
  return ignored.has(`/top/${path}`, false);
}

/** Links that each cover one character, at every other position of a text. */
function linksIn(text: string): { start: number; end: number }[] {
  return Array.from({ length: text.length >> 1 }, (_, at) => ({ start: 2 * at, end: 2 * at + 1 }));
}

const service: Readonly<Record<string, TextReader>> = {
  formatOfHead: (text) => formatOfHead(Buffer.from(text)),
  effectiveFormat: (text) => effectiveFormat('zip', text),
  'readOptions, JSON': (text) => readOptions(new Map([['options', text]])),
  'readOptions, a field': (text) => readOptions(new Map([[`options[${text}]`, text]])),
  'assignEngine, a target': (text) => route({ targetFormat: text }),
  'assignEngine, a name': (text) => route({ fileName: text }),
  'assignEngine, a path': (text) => route({ tool: 'compress', named: text }),
  outputFileName: (text) => outputFileName('convert', text, 'png'),
  version: (text) => isVersionSegment(text) || checkVersion({ suffix: undefined, query: text, header: text }),
  ...optionReaders(),
};

function route(over: object): unknown {
  const submission = {
    tool: 'convert',
    fileName: 'a.png',
    sniffed: undefined,
    named: undefined,
    targetFormat: 'jpg',
    options: {},
  } as const;
  return assignEngine({ ...submission, ...over }, new Map());
}

/** For each option, a parser of its text, from the first conversion that has the option. */
function optionReaders(): Record<string, TextReader> {
  const readers = [...conversions, ...compressions].flatMap(({ options }) =>
    Object.keys(z.toJSONSchema(options(), { io: 'input' }).properties ?? {}).map(
      (name) => [`the option ${name}`, (text: string) => options().safeParse({ [name]: text })] as const,
    ),
  );
  return Object.fromEntries(readers.toReversed());
}

/** Readers of a single text. */
export const textReaders: ReadonlyMap<string, TextReader> = new Map(
  Object.entries({ ...host, ...references, ...service }),
);

/** Distinct format names that are short enough to be accepted. */
const formats = (count: number): string[] => Array.from({ length: count }, (_, at) => `f${at}`);

function offerOf(catalog: Partial<Catalog>): Offer {
  const whole = { conversions: [], compressions: [], ...catalog };
  return offerWith({ runOn: 'localOnly', catalogs: new Map([['local', whole]]) });
}

/** Parsers of lists with this many entries. */
export const listReaders: ReadonlyMap<string, (count: number) => unknown> = new Map<
  string,
  (count: number) => unknown
>([
  ['parseConversions, texts', (count) => parseConversions(formats(count).map((to) => `png-${to}`))],
  [
    'parseConversions, targets',
    (count) => parseConversions([{ from: 'a', to: formats(count), drops: formats(count) }]),
  ],
  ['parseCompressions', (count) => parseCompressions(formats(count))],
  [
    'targetsFor',
    (count) => targetsFor(offerOf({ conversions: formats(count).map((to) => ({ from: 'a', to })) }), ['a']),
  ],
  [
    'targetMenu',
    (count) => {
      const offer = offerOf({ conversions: formats(count).map((from) => ({ from, to: 'a' })) });
      const files = formats(count).map((format) => ({
        uri: `file:///${format}`,
        format,
        inFolder: true,
        neverUploaded: false,
      }));
      return targetMenu({ offer, files, truncated: false });
    },
  ],
  [
    'accepts',
    (count) => {
      const offer = offerOf({ conversions: formats(count).map((from) => ({ from, to: 'a' })) });
      return formats(count).map((format) => [
        accepts(offer, 'convert', format),
        accepts(offer, 'compress', format),
      ]);
    },
  ],
  [
    'installableFor',
    (count) =>
      installableFor(offerOf({ installable: formats(count).map((to) => ({ from: 'a', to })) }), ['a']),
  ],
  [
    'groupTargets',
    (count) =>
      groupTargets(
        formats(count).map((format) => ({ format, isForAll: true })),
        ['a'],
        formats(count),
      ),
  ],
  [
    'commonFields',
    (count) => {
      const properties = Object.fromEntries(formats(count).map((name) => [name, { type: 'string' }]));
      return commonFields([{ properties }, { properties: { ...properties } }]);
    },
  ],
]);

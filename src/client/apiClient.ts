import {
  type ListedCombination,
  combinationSchemaQuery,
  parseCombinations,
} from '../contract/combinations.ts';
import { type ConversionPair, parseCompressions, parseConversions } from '../contract/conversions.ts';
import { compressionSchemaQuery, type RequestDialect } from '../contract/dialect.ts';
import { type Entitlements, parseEntitlements, parseEstimate } from '../contract/entitlements.ts';
import { codeFromOutside, isServiceError, isShapeError, isTransportError } from '../contract/errors.ts';
import {
  bytesQuery,
  type Extensions,
  parseExtensions,
  parseNewUpload,
  signedQuery,
  waitQuery,
} from '../contract/extensions.ts';
import { mapFault } from '../contract/fault.ts';
import {
  type JobFailure,
  type JobRecord,
  parseJobRecord,
  parseSubmission,
  type Submitted,
} from '../contract/jobRecord.ts';
import { jsonWithoutSecrets, parseOptionsSchema } from '../contract/options.ts';
import type { JsonObject } from '../contract/read.ts';
import { routes } from '../contract/routes.ts';
import type { ToolId } from '../contract/tools.ts';
import type { NetworkService } from '../jobs/core/service.ts';
import type { Disposable } from '../util/disposable.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import { type HttpResponse, maxListBytes, type BinaryBody, binaryBody } from './response.ts';
import type { Transport } from './transport.ts';
import { storageFailed, uploadParts } from './upload.ts';
import {
  type FileSubmission,
  submissionBody,
  submissionHeaders,
  submissionPath,
  withUpload,
} from './submission.ts';

/** Measurements of the connection, from one request. */
export interface ConnectionFacts {
  readonly entitlements: Entitlements;
  /** Time from the request to the head of its answer, including the time to connect. */
  readonly latencyMs: number;
  /** The service's clock, to the second, in milliseconds since the epoch. */
  readonly serverTime: number | undefined;
}

/**
 * A method for each endpoint of the API. Each rejects with an error of `contract/errors.ts` or with the signal's
 * reason. Requests for lists, schemas, estimates, and entitlements are retried after a temporary failure; `submit`
 * never is.
 */
export class ApiClient {
  readonly #transport: Transport;
  readonly #writing: RequestDialect;
  readonly #entitlements = new Emitter<Entitlements>();

  /** Fires when the service reports the key's entitlements, for any caller's request. */
  readonly onDidReadEntitlements: Event<Entitlements> = this.#entitlements.event;

  constructor(transport: Transport, writing: RequestDialect) {
    this.#transport = transport;
    this.#writing = writing;
  }

  /**
   * POST /convert, POST /compress, POST /compress/{format} or POST /combine: resolves to the job's identifier, and to
   * its cost if the answer states it. With `onStoreFailure`, the only file is uploaded to the service's store, and
   * `onStoreFailure` is called if the store fails.
   * @throws CodedError `source.changed` if the file's length differs from the announced one, or `api_key.changed`;
   * TransportError `transport.storage` if the store failed, so that the file can be submitted again without
   * `onStoreFailure`
   */
  async submit(
    submission: FileSubmission,
    signal: AbortSignal,
    onStoreFailure?: () => void,
  ): Promise<Submitted> {
    try {
      const upload = onStoreFailure && (await this.#upload(submission, signal));
      return await this.#submit(upload === undefined ? submission : withUpload(submission, upload), signal);
    } catch (error) {
      if (isTransportError(error) && error.code === 'transport.storage') onStoreFailure?.();
      throw error;
    } finally {
      for (const { content } of submission.files) void content.close();
    }
  }

  /**
   * GET /{tool}/job/{id}, once: the poller decides when to ask again. With `waitSeconds`, the service may delay its
   * answer until the job ends.
   */
  async job(tool: ToolId, id: string, signal: AbortSignal, waitSeconds = 0): Promise<JobRecord> {
    const path = routes.job(tool, id);
    const body =
      waitSeconds > 0
        ? await this.#transport.waitForJson(`${path}?${waitQuery}=${waitSeconds}`, signal)
        : await this.#transport.getJson(path, signal);
    const record = this.#parsed(body, parseJobRecord);
    return record.failure === undefined ? record : { ...record, failure: this.#redacted(record.failure) };
  }

  /**
   * GET /{tool}/job/{id}/download, once. Aborting the signal also stops reading the body. With `onStoreFailure`, the
   * service's store may deliver the result. If the store fails, `onStoreFailure` is called, and the service delivers the
   * result, unless a part of it has arrived.
   */
  async download(
    tool: ToolId,
    id: string,
    signal: AbortSignal,
    onStoreFailure?: () => void,
  ): Promise<BinaryBody> {
    const path = routes.download(tool, id);
    const toError = (error: unknown, answer: HttpResponse) =>
      this.#transport.readingError(error, answer, signal);
    if (onStoreFailure) {
      const signed = await this.#transport.openSigned(`${path}?${signedQuery}=1`, signal);
      if (signed) {
        return binaryBody(signed, (error) => {
          if (!signal.aborted) onStoreFailure();
          return toError(error, signed);
        });
      }
      onStoreFailure();
    }
    const answer = await this.#transport.open(path, signal);
    return binaryBody(answer, (error) => toError(error, answer));
  }

  /** GET /convert/conversions. */
  async conversions(signal: AbortSignal): Promise<ConversionPair[]> {
    return this.#get(routes.discovery('convert'), parseConversions, signal, maxListBytes);
  }

  /** GET /compress. */
  async compressions(signal: AbortSignal): Promise<string[]> {
    return this.#get(routes.discovery('compress'), parseCompressions, signal, maxListBytes);
  }

  /** GET /combine, an endpoint that is optional for services: formats that several files can be combined into. */
  async combinations(signal: AbortSignal): Promise<ListedCombination[]> {
    return this.#get(routes.discovery('combine'), parseCombinations, signal, maxListBytes);
  }

  /** GET /convert/schema: a JSON Schema of the pair's options. */
  async optionsSchema(from: string, to: string, signal: AbortSignal): Promise<JsonObject> {
    const query = new URLSearchParams({ [this.#writing.schemaFrom]: from, [this.#writing.schemaTo]: to });
    return this.#get(`${routes.schema()}?${query.toString()}`, parseOptionsSchema, signal);
  }

  /** GET /compress/schema: a JSON Schema of a compression's options; a schema without options if the service has none. */
  async compressionSchema(format: string, signal: AbortSignal): Promise<JsonObject> {
    return this.#schemaIfAny(routes.compressionSchema(), { [compressionSchemaQuery.write]: format }, signal);
  }

  /**
   * GET /combine/schema: a JSON Schema of the options for combining files; a schema without options if the service has
   * none.
   */
  async combinationSchema(to: string, signal: AbortSignal): Promise<JsonObject> {
    return this.#schemaIfAny(routes.combinationSchema(), { [combinationSchemaQuery]: to }, signal);
  }

  /** GET /convert/estimate/{from}/{to}: credits for a file, before pages are counted. */
  async estimate(from: string, to: string, signal: AbortSignal): Promise<number> {
    return this.#get(routes.estimate(from, to), parseEstimate, signal);
  }

  /** GET /{tool}/entitlements/me. */
  async entitlements(tool: ToolId, signal: AbortSignal): Promise<Entitlements> {
    const entitlements = await this.#get(routes.entitlements(tool), parseEntitlements, signal);
    this.#entitlements.fire(entitlements);
    return entitlements;
  }

  /** GET /.well-known/file-utility, an endpoint that is optional for services. */
  async extensions(signal: AbortSignal): Promise<Extensions> {
    return this.#get(routes.announcement(), parseExtensions, signal);
  }

  /** GET /convert/entitlements/me, once, with measurements of the connection. */
  async probe(signal: AbortSignal): Promise<ConnectionFacts> {
    const { body, latencyMs, date } = await this.#transport.probe(routes.entitlements('convert'), signal);
    const entitlements = this.#parsed(body, parseEntitlements);
    this.#entitlements.fire(entitlements);
    const serverTime = Date.parse(date ?? '');
    return { entitlements, latencyMs, serverTime: Number.isNaN(serverTime) ? undefined : serverTime };
  }

  /**
   * Resolves if a service with this API answers at the address: it rejects requests without a key (api.md,
   * Authentication 3 and 4).
   * @throws TransportError, ServiceError or ShapeError if there is no answer, or an answer that isn't the API's
   */
  async recognize(signal: AbortSignal): Promise<void> {
    try {
      const path = routes.entitlements('convert');
      this.#parsed((await this.#transport.probe(path, signal, { keyless: true })).body, parseEntitlements);
    } catch (error) {
      if (!isServiceError(error) || (error.status !== 401 && error.status !== 429)) throw error;
    }
  }

  /**
   * GET /.well-known/file-utility, without the key, because it isn't stored yet.
   * @throws as `recognize` does
   */
  async announcement(signal: AbortSignal): Promise<Extensions> {
    return parseExtensions(
      (await this.#transport.probe(routes.announcement(), signal, { keyless: true })).body,
    );
  }

  async #submit(submission: FileSubmission, signal: AbortSignal): Promise<Submitted> {
    const body = submissionBody(submission, this.#writing);
    const only = { headers: submissionHeaders(submission), keyId: submission.keyId };
    try {
      return this.#parsed(
        await this.#transport.post(submissionPath(submission), body, signal, only),
        parseSubmission,
      );
    } catch (error) {
      const isUnknown = submission.upload !== undefined && isServiceError(error) && error.status === 404;
      throw isUnknown ? storageFailed(error) : error;
    }
  }

  /** Uploads a file to the service's store. Resolves to `undefined` if the service doesn't prepare the upload. */
  async #upload({ files, keyId, onSent }: FileSubmission, signal: AbortSignal): Promise<string | undefined> {
    const [file] = files;
    if (file === undefined) return undefined;
    const path = `${routes.uploads()}?${bytesQuery}=${file.sizeBytes}`;
    // If the service can't accept the file at all, it says so again when it gets the submission.
    const upload = await this.#transport
      .post(path, undefined, signal, { keyId })
      .then(parseNewUpload)
      .catch(() => undefined);
    signal.throwIfAborted();
    if (upload !== undefined) await uploadParts(this.#transport, upload, file, onSent, signal);
    return upload?.id;
  }

  async #schemaIfAny(
    route: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<JsonObject> {
    try {
      return await this.#get(`${route}?${new URLSearchParams(query).toString()}`, parseOptionsSchema, signal);
    } catch (error) {
      if (isMissing(error)) return {};
      throw error;
    }
  }

  async #get<T>(
    path: string,
    parse: (body: unknown) => T,
    signal: AbortSignal,
    maxBytes?: number,
  ): Promise<T> {
    return this.#parsed(await this.#transport.getJsonPatiently(path, signal, maxBytes), parse);
  }

  /** The texts of a failure are shown, logged, and stored, so they must not contain a key. */
  #redacted({ code, detail, fault }: JobFailure): JobFailure {
    const redact = (text: string): string => this.#transport.redact(text);
    return {
      code: code === undefined ? undefined : codeFromOutside(redact(code)),
      detail: redact(detail),
      ...(fault && { fault: mapFault(fault, redact) }),
    };
  }

  #parsed<T>(body: unknown, parse: (body: unknown) => T): T {
    try {
      return parse(body);
    } catch (error) {
      if (isShapeError(error)) {
        this.#transport.log(`${error.message} The response was: ${jsonWithoutSecrets(body)}`);
      }
      throw error;
    }
  }
}

/**
 * True if the service doesn't have an endpoint. Some services parse the last part of its path as a parameter, and then
 * reject the method instead.
 */
function isMissing(error: unknown): boolean {
  const { status } = isServiceError(error) || isTransportError(error) ? error : {};
  return status === 404 || status === 405;
}

/** The endpoints for requests outside a job; none of them costs credits. */
export type ServiceApi = Pick<
  ApiClient,
  | 'conversions'
  | 'compressions'
  | 'combinations'
  | 'optionsSchema'
  | 'compressionSchema'
  | 'combinationSchema'
  | 'estimate'
  | 'entitlements'
>;

/** A connection to a network, with two interfaces. Disposing it finishes ongoing requests and rejects new ones. */
export interface NetworkConnection extends Disposable {
  /** The interface that `jobs/` needs. */
  readonly service: NetworkService;
  /** The interface for everything else. */
  readonly client: ServiceApi & Pick<ApiClient, 'announcement' | 'probe' | 'recognize'>;
  /** Host and port of the proxy in use, or `undefined` for a direct connection. */
  readonly proxyHost: string | undefined;
}

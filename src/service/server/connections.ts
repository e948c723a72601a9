import type { Server, ServerResponse, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerNetwork } from './callerLimits.ts';

interface ConnectionLimits {
  readonly max: number;
  /** Maximum number of connections per address, or per network with IPv6. */
  readonly maxPerCaller: number;
  /** True for the address of a proxy, which forwards the requests of many callers. */
  readonly isProxy?: (address: string) => boolean;
}

/**
 * Keeps room for new connections. If the limit is reached, a new connection replaces the one that has gone longest
 * without serving an authenticated caller: its request head is still arriving, its request was refused, or it is idle.
 * If there is none, the new connection is closed.
 */
export class HttpConnections {
  readonly #limits: ConnectionLimits;
  readonly #callers = new Map<Socket, string>();
  /** The TCP socket that carries each TLS socket. */
  readonly #carriers = new WeakMap<Socket, Socket>();
  readonly #counts = new Map<string, number>();
  /** Connections that may be closed, in the order in which they became idle. */
  readonly #idle = new Set<Socket>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('secureConnection', (secure: Socket) => this.#carry(secure));
  }

  /** Protects the connection of an authenticated request until the request is answered. */
  serve(response: ServerResponse): void {
    if (response.socket === null) return;
    const socket = this.#carriers.get(response.socket) ?? response.socket;
    this.#idle.delete(socket);
    response.once('close', () => {
      if (this.#callers.has(socket)) this.#idle.add(socket);
    });
  }

  #add(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const caller = callerNetwork(address);
    if (!this.#hasRoom(address, caller)) {
      socket.destroy();
      return;
    }
    this.#callers.set(socket, caller);
    this.#idle.add(socket);
    this.#counts.set(caller, (this.#counts.get(caller) ?? 0) + 1);
    socket.once('close', () => this.#forget(socket));
  }

  /** Records which socket carries a TLS socket. Requests over TLS don't have the socket that was accepted. */
  #carry(secure: Socket): void {
    const { remoteAddress, remotePort } = secure;
    for (const socket of this.#callers.keys()) {
      if (socket.remotePort === remotePort && socket.remoteAddress === remoteAddress)
        this.#carriers.set(secure, socket);
    }
  }

  /** True if there is room for another connection, after closing an idle one if necessary. */
  #hasRoom(address: string, caller: string): boolean {
    const { max, maxPerCaller, isProxy } = this.#limits;
    const isWithin = (this.#counts.get(caller) ?? 0) < maxPerCaller || isProxy?.(address) === true;
    const forCaller = isWithin || this.#closeIdle(caller);
    return forCaller && (this.#callers.size < max || this.#closeIdle());
  }

  /** Closes an idle connection, of any caller or of this one. Returns `false` if there is none. */
  #closeIdle(caller?: string): boolean {
    for (const socket of this.#idle) {
      if (caller !== undefined && this.#callers.get(socket) !== caller) continue;
      this.#forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  #forget(socket: Socket): void {
    const caller = this.#callers.get(socket);
    if (caller === undefined) return;
    this.#callers.delete(socket);
    this.#idle.delete(socket);
    const left = (this.#counts.get(caller) ?? 1) - 1;
    if (left > 0) this.#counts.set(caller, left);
    else this.#counts.delete(caller);
  }
}

/**
 * Closes a connection if its caller neither sends nor reads for too long. While the caller waits for the service, the
 * connection stays open, because storing a large file takes time.
 */
export function closeIdleConnection(request: IncomingMessage, response: ServerResponse): void {
  // Without this listener, Node would close any silent connection.
  response.on('timeout', (socket: Socket) => {
    if (!request.complete || response.headersSent) socket.destroy();
  });
}

const drainMs = 30_000;

/**
 * An `onSend` hook for answers before the end of the request. Reads and discards the remaining data from the client. If
 * the connection were closed with unread bytes, it would be reset, and the client would lose the answer. A client that
 * doesn't stop sending is cut off.
 */
export async function drain(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const incoming = request.raw;
  if (incoming.complete || incoming.destroyed) return;
  const { socket } = incoming;
  // If the client asked to close the connection, Node would do so right after the answer.
  const closeAfterwards = !reply.raw.shouldKeepAlive;
  reply.raw.shouldKeepAlive = true;
  const timer = setTimeout(() => socket.destroy(), drainMs);
  timer.unref();
  incoming.once('close', () => clearTimeout(timer));
  incoming.once('end', () => {
    clearTimeout(timer);
    if (!closeAfterwards) return;
    if (reply.raw.writableFinished) socket.end();
    else reply.raw.once('finish', () => socket.end());
  });
  incoming.unpipe();
  incoming.resume();
}

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  readonly max: number;
  /** Of one address. */
  readonly maxPerCaller: number;
  /** Whether an address is a proxy's, who comes for many callers. */
  readonly isProxy?: (address: string) => boolean;
}

/**
 * Keeps room for new connections. One that serves nobody with a key, because the head of its request still drips in, it was
 * refused or it rests, gives way to a new one, the one that has been so for longest first. Where there is none, the new one
 * is closed.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #callers = new Map<Socket, string>();
  /** By the sockets that TLS puts above them. */
  readonly #carriers = new WeakMap<Socket, Socket>();
  readonly #counts = new Map<string, number>();
  /** Those that may be closed, in the order in which they came to be so. */
  readonly #idle = new Set<Socket>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('secureConnection', (secure: Socket) => this.#carry(secure));
  }

  /** Keeps the connection of a request whose key was right until it is answered. */
  serve(response: ServerResponse): void {
    if (response.socket === null) return;
    const socket = this.#carriers.get(response.socket) ?? response.socket;
    this.#idle.delete(socket);
    response.once('close', () => {
      if (this.#callers.has(socket)) this.#idle.add(socket);
    });
  }

  #add(socket: Socket): void {
    const caller = socket.remoteAddress ?? '';
    if (!this.#hasRoom(caller)) {
      socket.destroy();
      return;
    }
    this.#callers.set(socket, caller);
    this.#idle.add(socket);
    this.#counts.set(caller, (this.#counts.get(caller) ?? 0) + 1);
    socket.once('close', () => this.#forget(socket));
  }

  /** A request over TLS shows another socket than the one that came. */
  #carry(secure: Socket): void {
    const { remoteAddress, remotePort } = secure;
    for (const socket of this.#callers.keys()) {
      if (socket.remotePort === remotePort && socket.remoteAddress === remoteAddress)
        this.#carriers.set(secure, socket);
    }
  }

  /** Whether one more can be taken, once another has given way where that is needed. */
  #hasRoom(caller: string): boolean {
    const { max, maxPerCaller, isProxy } = this.#limits;
    const isWithin = (this.#counts.get(caller) ?? 0) < maxPerCaller || isProxy?.(caller) === true;
    const forCaller = isWithin || this.#closeIdle(caller);
    return forCaller && (this.#callers.size < max || this.#closeIdle());
  }

  /** Closes a connection, of this caller where one is named; `false` when there is none that may be closed. */
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

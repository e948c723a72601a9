/** A task of a node that lasts until it is stopped. */
export interface Role {
  /** Takes no new work, and resolves when the current work has ended or was handed over. */
  drain(): Promise<void>;
}

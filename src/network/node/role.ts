/** Something that a node does until it is told to stop. */
export interface Role {
  /** Takes nothing new, and resolves when what was begun has ended or was given to others. */
  drain(): Promise<void>;
}

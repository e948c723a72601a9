import type { Nodes } from 'hast';
import { randomUUID } from 'node:crypto';
import { visit } from 'unist-util-visit';

const pictureData = /data:image\/[\w.+-]{1,40};base64,[A-Za-z0-9+/]{200,}={0,2}/gi;
const pictureName = /data:([\da-f-]{36})-(\d+)\./g;

/** Short names for the data of pictures, because parsers and writers take long for each character. */
export class PictureData {
  readonly #id = randomUUID();
  readonly #data: string[] = [];
  readonly #names = new Map<string, string>();

  /** Replaces the data of all pictures in a text. */
  replace(text: string): string {
    return text.replaceAll(pictureData, (uri) => this.#add(uri));
  }

  /** Returns the name for the picture with this key. Its data is only read once. */
  nameOf(key: string, read: () => string): string {
    const name = this.#names.get(key) ?? this.#add(read());
    this.#names.set(key, name);
    return name;
  }

  /** Puts the data back into a text. */
  restore(text: string): string {
    if (this.#data.length === 0) return text;
    return text.replaceAll(pictureName, (name, id: string, at: string) =>
      id === this.#id ? (this.#data[Number(at)] ?? name) : name,
    );
  }

  /** Puts the data back into the texts and properties of a tree. */
  restoreIn(tree: Nodes): void {
    if (this.#data.length === 0) return;
    visit(tree, (node) => {
      if ('value' in node) node.value = this.restore(node.value);
      if (node.type !== 'element') return;
      const restored = Object.entries(node.properties).map(
        ([name, value]) => [name, typeof value === 'string' ? this.restore(value) : value] as const,
      );
      node.properties = Object.fromEntries(restored);
    });
  }

  #add(uri: string): string {
    return `data:${this.#id}-${this.#data.push(uri) - 1}.`;
  }
}

import * as vscode from 'vscode';
import type { OutputsOfSource } from '../batch/batchSummary.ts';
import { copyText } from '../ui/clipboard.ts';
import { pictureAt } from '../references/pictures.ts';

/** Copies an element of HTML for each picture that was made in several widths, as the open text refers to them. */
export async function copySrcset(sets: readonly OutputsOfSource[]): Promise<void> {
  const { responsiveImageElement } = await import('../../references/index.ts');
  const elements: string[] = [];
  for (const { source, outputs } of sets) {
    const pictures = await Promise.all(outputs.map(async (uri) => pictureAt(vscode.Uri.parse(uri))));
    const element = responsiveImageElement(vscode.Uri.parse(source).path, pictures);
    if (element !== undefined) elements.push(element);
  }
  await copyText(elements.join('\n'));
}

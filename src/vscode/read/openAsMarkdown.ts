import { askForFiles, urisOf } from '../files/commandFiles.ts';
import { say } from '../text/words.ts';
import { showContent } from '../ui/textContent.ts';
import { markdownUri } from './markdownDocuments.ts';

/** Each is a tab. */
const maxDocuments = 10;

/** Open as Markdown: the text of documents, to read beside the code. Nothing is written. */
export async function openAsMarkdown(clicked?: unknown, selected?: unknown): Promise<void> {
  const given = await urisOf(clicked, selected);
  const uris = given.length > 0 ? given : await askForFiles(say('Open as Markdown'));
  for (const uri of uris.slice(0, maxDocuments)) await showContent(markdownUri(uri), uris.length === 1);
}

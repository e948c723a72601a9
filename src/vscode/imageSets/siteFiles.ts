import * as vscode from 'vscode';
import { problemOf } from '../../jobs/core/problem.ts';
import { baseName, inFolder } from '../../jobs/files/fileUri.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { splitName } from '../../jobs/placement/safeFileName.ts';
import type { SiteIcons } from '../../references/snippets.ts';
import { webManifest } from './iconSets.ts';
import { companionFailedText } from './imageSetTexts.ts';
import { problemText } from '../text/problems.ts';
import type { Words } from '../text/words.ts';
import type { PlannedIcons } from './iconLayout.ts';

/** What there is of a site's icons. */
export interface PlacedSite {
  /** By their URIs. */
  readonly icons: SiteIcons;
  /** Which files are missing, and why. */
  readonly faults: readonly Words[];
}

/** Puts what a site needs besides its icons into their folder: the manifest that names them, and the drawing that they are of. */
export async function placeSiteFiles(
  jobs: Jobs,
  { file, icons }: PlannedIcons,
  batch: string,
  folder: string,
): Promise<PlacedSite> {
  const faults: Words[] = [];
  const place = async (name: string, content: () => Promise<Uint8Array>): Promise<string | undefined> => {
    const uri = inFolder(folder, name);
    try {
      await jobs.placeBeside(batch, uri, await content());
      return uri;
    } catch (error) {
      faults.push(companionFailedText(uri, problemText(problemOf(error))));
      return undefined;
    }
  };
  const { stem } = splitName(baseName(file.uri));
  const isNamed = icons.some(({ purpose }) => purpose !== undefined);
  const hasAppleTouch = icons.some(({ name }) => name === 'apple-touch-icon');
  return {
    icons: {
      ico: inFolder(folder, 'favicon.ico'),
      svg: file.format === 'svg' ? await place('icon.svg', async () => bytesOf(file.uri)) : undefined,
      appleTouch: hasAppleTouch ? inFolder(folder, 'apple-touch-icon.png') : undefined,
      manifest: isNamed
        ? await place('site.webmanifest', async () => new TextEncoder().encode(webManifest(stem, icons)))
        : undefined,
    },
    faults,
  };
}

async function bytesOf(uri: string): Promise<Uint8Array> {
  return vscode.workspace.fs.readFile(vscode.Uri.parse(uri));
}

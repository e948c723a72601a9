import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { canonicalFormat } from '../../contract/format.ts';
import { installableFor } from '../../formats/installable.ts';
import { type Offer, routeOf, type Target, targetsFor, targetsForAny } from '../../formats/offer.ts';
import { askForFiles, urisOf } from '../files/commandFiles.ts';
import { isProgramId } from '../../localService/programs/programs.ts';
import { type CurrentOffer, unavailability } from '../offers.ts';
import { problemText } from '../text/problems.ts';
import type { FileResult } from './fileResult.ts';
import { findFiles } from './findFiles.ts';
import { suggestProgram } from './installProgram.ts';
import { type BatchContext, runForPerson, runSilently } from './runBatch.ts';
import { type SourceFile, sourceFiles } from './sourceFiles.ts';
import { pickTarget } from './targetPick.ts';
import { isNeverUploaded, withoutNetwork } from '../uploadPolicy.ts';

const argumentsSchema = z.object({
  targetFormat: z.string(),
  options: z.optional(z.record(z.string(), z.unknown())),
});

/** Convert To…: asks for the target, unless called from code with `{ targetFormat }`: then it never prompts. */
export function convert(context: BatchContext) {
  return async (clicked?: unknown, selected?: unknown, given?: unknown): Promise<FileResult[]> => {
    const called = argumentsSchema.safeParse(given);
    const uris = urisOf(clicked, selected);
    if (called.success) return convertSilently(context, uris, called.data);
    const picked = uris.length > 0 ? uris : await askForFiles(vscode.l10n.t('Convert'));
    return picked.length === 0 ? [] : convertForPerson(context, picked);
  };
}

async function convertSilently(
  context: BatchContext,
  uris: readonly vscode.Uri[],
  { targetFormat, options }: z.infer<typeof argumentsSchema>,
): Promise<FileResult[]> {
  const offer = await context.offers.current();
  const target = canonicalFormat(targetFormat);
  const { files } = await sourceFiles(uris, 'convert', offer, new AbortController().signal);
  const fitting = filesFor(offer, files, target);
  return runSilently(context, offer, fitting, { tool: 'convert', targetFormat: target, options });
}

async function convertForPerson(context: BatchContext, uris: readonly vscode.Uri[]): Promise<FileResult[]> {
  const found = await findFiles(context, uris, 'convert');
  if (found === undefined) return [];
  const { offer, files, truncated } = found;
  const targetFormat = await chooseTarget(context, offer, files, truncated);
  if (targetFormat === undefined) return [];
  await context.recentTargets.add(targetFormat);
  const fitting = filesFor(offer, files, targetFormat);
  return runForPerson(context, offer, fitting, { tool: 'convert', targetFormat, options: undefined });
}

async function chooseTarget(
  context: BatchContext,
  offer: CurrentOffer,
  files: readonly SourceFile[],
  truncated: boolean,
): Promise<string | undefined> {
  const kept = files.filter(({ uri }) => isNeverUploaded(uri)).length;
  // Where each of them stays here, so does what is offered; the plan decides file by file.
  const allowed = kept === files.length ? withoutNetwork(offer) : offer;
  const targets = commonTargets(allowed, files);
  const sourceFormats = files.flatMap(({ format }) => format ?? []);
  const installable = sourceFormats.length === files.length ? installableFor(allowed, sourceFormats) : [];
  if (targets.length === 0) {
    const needsUpload = kept > 0 && commonTargets(offer, files).length > 0;
    const [needed] = installable;
    if (!needsUpload && needed !== undefined && isProgramId(needed.program)) {
      void suggestProgram(needed.program, needed, sourceFormats);
      return undefined;
    }
    void vscode.window.showWarningMessage(
      needsUpload ? problemText({ code: 'upload.not_allowed', detail: '' }) : noTargetText(offer, files),
    );
    return undefined;
  }
  return pickTarget({
    targets,
    recent: context.recentTargets.all(),
    fileName: files.length === 1 ? files[0]?.uri.path.split('/').at(-1) : undefined,
    fileCount: files.length,
    sourceFormats,
    installable,
    notice: noticeText(offer, files, truncated, kept),
  });
}

/** What all files that were picked can become; where only folders were, what any file in them can. */
function commonTargets(offer: Offer, files: readonly SourceFile[]): Target[] {
  const picked = files.filter((file) => !file.inFolder);
  const formats = (picked.length > 0 ? picked : files).flatMap((file) => file.format ?? []);
  if (picked.length === 0) return targetsForAny(offer, formats);
  return formats.length === picked.length ? targetsFor(offer, formats) : [];
}

/** The files to convert: of those in folders only what can become the target. */
function filesFor(offer: Offer, files: readonly SourceFile[], target: string): SourceFile[] {
  const fits = ({ format }: SourceFile): boolean =>
    format !== undefined && routeOf(offer, format, target) !== undefined;
  return files.filter((file) => !file.inFolder || fits(file));
}

function noTargetText(offer: CurrentOffer, files: readonly SourceFile[]): string {
  if (offer.runOn === 'networkOnly' && !offer.networkReady) {
    return problemText({ code: 'api_key.missing', detail: '' });
  }
  const unknown = unavailability(offer);
  if (unknown !== undefined) return problemText(unknown);
  if (files.length === 0) return problemText({ code: 'formats.nothing_here', detail: '' });
  if (files.length === 1) return problemText({ code: 'formats.unknown_type', detail: '' });
  return vscode.l10n.t('There is no format that all of these files can become. Pick fewer kinds of files.');
}

function noticeText(
  offer: CurrentOffer,
  files: readonly SourceFile[],
  truncated: boolean,
  kept: number,
): string | undefined {
  if (truncated) return vscode.l10n.t('Only the first {0} files are taken', 10_000);
  if (offer.networkReady && kept > 0) {
    return vscode.l10n.t('{0} of the files are never uploaded, as your settings say', kept);
  }
  if (offer.unavailable.has('network')) {
    return vscode.l10n.t('The network can’t be reached: only formats of this computer are listed');
  }
  if (files.some((file) => file.inFolder) && new Set(files.map((file) => file.format)).size > 1) {
    return vscode.l10n.t('Choose a format (files in folders that can’t become it are left out)');
  }
  return undefined;
}

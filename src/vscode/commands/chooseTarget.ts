import { isProgramId } from '../../engines/programs/programs.ts';
import { installableFor } from '../../formats/installable.ts';
import { type Offer, type Target, targetsFor, targetsForAny } from '../../formats/offer.ts';
import type { FoundFiles } from '../batch/findFiles.ts';
import type { BatchContext } from '../batch/runBatch.ts';
import type { SourceFile } from '../batch/sourceFiles.ts';
import { type CurrentOffer, unavailability } from '../offers.ts';
import { fileName } from '../text/files.ts';
import { problemText } from '../text/problems.ts';
import { say, type Words } from '../text/words.ts';
import { isNeverUploaded, withoutNetwork } from '../uploadPolicy.ts';
import { showWarning } from '../window/messages.ts';
import { suggestProgram } from './installProgram.ts';
import { pickTarget } from './targetPick.ts';

/** Asks for the target of files, or says why there is none; `undefined` when none is chosen. */
export async function chooseTarget(
  { recentTargets }: BatchContext,
  { offer, files, truncated }: FoundFiles,
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
    void showWarning(
      needsUpload ? problemText({ code: 'upload.not_allowed', detail: '' }) : noTargetText(offer, files),
    );
    return undefined;
  }
  const [only, ...others] = files;
  return pickTarget({
    targets,
    recent: recentTargets.all(),
    fileName: only !== undefined && others.length === 0 ? fileName(only.uri.toString()) : undefined,
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

function noTargetText(offer: CurrentOffer, files: readonly SourceFile[]): Words {
  if (offer.runOn === 'networkOnly' && !offer.networkReady) {
    return problemText({ code: 'api_key.missing', detail: '' });
  }
  const unknown = unavailability(offer);
  if (unknown !== undefined) return problemText(unknown);
  if (files.length === 0) return problemText({ code: 'formats.nothing_here', detail: '' });
  if (files.length === 1) return problemText({ code: 'formats.unknown_type', detail: '' });
  return say('There is no format that all of these files can become. Pick fewer kinds of files.');
}

function noticeText(
  offer: CurrentOffer,
  files: readonly SourceFile[],
  truncated: boolean,
  kept: number,
): Words | undefined {
  if (truncated) return say('Only the first {0} files are taken', 10_000);
  if (offer.networkReady && kept > 0) {
    return say('{0} of the files are never uploaded, as your settings say', kept);
  }
  if (offer.unavailable.has('network')) {
    return say('The network can’t be reached: only formats of this computer are listed');
  }
  if (files.some((file) => file.inFolder) && new Set(files.map((file) => file.format)).size > 1) {
    return say('Choose a format (files in folders that can’t become it are left out)');
  }
  return undefined;
}

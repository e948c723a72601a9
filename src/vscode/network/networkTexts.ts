import type { RunOn } from '../../planning/offer.ts';
import { untrusted, say, sentences, type SafeText } from '../text/safeText.ts';

/**
 * Says where files go once a key is stored, for a value of `runOn`, and whether that costs credits. The destination
 * comes first, because VS Code cuts off the end of messages.
 */
export function keyStoredText(host: string, runOn: RunOn, charges: boolean): SafeText {
  return sentences([
    charges ? consequence(host, runOn) : costFreeConsequence(host, runOn),
    say('The API key for {0} is stored.', untrusted(host)),
  ]);
}

function consequence(host: string, runOn: RunOn): SafeText {
  switch (runOn) {
    case 'auto':
    case 'networkOnly':
      return say('Files now go to {0} and cost credits.', untrusted(host));
    case 'localFirst':
      return say('Files that this computer can’t convert go to {0} and cost credits.', untrusted(host));
    case 'localOnly':
      return say('Your settings or this workspace keep all files on this computer.');
  }
}

function costFreeConsequence(host: string, runOn: RunOn): SafeText {
  switch (runOn) {
    case 'auto':
    case 'networkOnly':
      return say('Files now go to {0}, free of charge.', untrusted(host));
    case 'localFirst':
      return say('Files that this computer can’t convert go to {0}, free of charge.', untrusted(host));
    case 'localOnly':
      return consequence(host, runOn);
  }
}

/** The title of questions for a key. */
export function keyTitle(host: string): SafeText {
  return say('API key for {0}', untrusted(host));
}

/** Short labels for the values of the setting `runOn`. */
export function runOnText(runOn: RunOn): SafeText {
  switch (runOn) {
    case 'auto':
      return say('Network first');
    case 'localFirst':
      return say('This computer first');
    case 'localOnly':
      return say('Only this computer');
    case 'networkOnly':
      return say('Only the network');
  }
}

/** Explains the values of the setting `runOn`. */
export function runOnExplanation(runOn: RunOn, charges: boolean): SafeText {
  switch (runOn) {
    case 'auto':
      return charges
        ? say('Files are uploaded and cost credits if the network can convert them')
        : say('Files are uploaded if the network can convert them');
    case 'localFirst':
      return say('Files are uploaded only if this computer can’t convert them');
    case 'localOnly':
      return say('Nothing is ever uploaded');
    case 'networkOnly':
      return charges ? say('Every file is uploaded and costs credits') : say('Every file is uploaded');
  }
}

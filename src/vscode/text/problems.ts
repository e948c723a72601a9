import type { KnownProblemCode } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults/fault.ts';
import {
  faultSentences,
  isUnsupportedKind,
  unsupportedSentence,
} from '../../contract/faults/faultSentences.ts';
import type { Problem } from '../../jobs/core/job.ts';
import { placeholders } from '../../jobs/placement/template.ts';
import { foreign, say, sentences, type Words } from './words.ts';

type Sentence = (detail: Words) => Words;

/** Our sentence, followed by the service's text. */
const withDetail =
  (sentence: () => Words): Sentence =>
  (detail) =>
    sentences([sentence(), detail]);

const noPermission: Sentence = () =>
  say('The file or its folder can’t be used with your permissions. Change them and try again.');
const busy: Sentence = () => say('The service is busy. The job is in line and is tried again by itself.');
const refused = withDetail(() => say('The service did not accept the request.'));
const couldNot = withDetail(() => say('The service could not do this.'));
const tooComplex = withDetail(() => say('The file is too complex to convert safely.'));
const notOffered: Sentence = () => say('This file can’t be converted that way. Pick another format.');
const ownFault = withDetail(() => say('Something unexpected went wrong. See the log.'));

/** A sentence for every known code, with the next step. */
const texts: Readonly<Record<KnownProblemCode, Sentence>> = {
  'file.missing': () => say('The file is no longer there. Pick it again where it is now.'),
  'file.empty': () => say('The file is empty, so there is nothing to convert.'),
  'file.not_a_file': () => say('This is not a file. Pick a file.'),
  'file.unreadable': noPermission,
  'file.no_permission': noPermission,
  'file.no_space': () => say('The disk is full. Make room and try again.'),
  'file.unwritable': () => say('The result can’t be saved in this folder. Save it somewhere else.'),
  'file.too_large': () =>
    say('The file is too large for a workspace that is not on the disk. Copy it to the disk first.'),
  'file.too_large_to_show': tooLargeToShow,
  'source.changed': () => say('The file changed while it was being read. Try again.'),

  'formats.unknown_type': () => say('Files of this type are not supported. Pick another file.'),
  'formats.nothing_here': () => say('There is nothing here to work on. Pick other files.'),
  'formats.incompressible': () => say('Nothing here makes files of this type smaller.'),
  'formats.too_many': (most) => say('No more than {0} files can become one. Pick fewer.', most),
  'formats.same': () => say('The file is of that format already.'),
  'formats.compressed_before': () => say('The file was compressed before.'),
  'formats.unsupported': notOffered,
  'formats.needs_program': (program) =>
    say('Install {0} on this computer to do this with this file.', program),
  'upload.not_allowed': () =>
    say(
      'Your settings keep this file from being uploaded. Change “Never Upload” or “Run On” to send it to the network.',
    ),
  'upload.not_confirmed': () =>
    say(
      'Nobody has agreed yet to files being sent to the network from here. Convert one by hand to be asked, then try again.',
    ),
  'network.not_configured': () =>
    say('No address is set for the network. Set it up first, or work on this computer.'),
  'network.other_address': () =>
    say(
      'The job is at another address of the network. Set that address again in the settings, then try again.',
    ),
  'api_key.missing': () => say('The network needs an API key. Set it to go on.'),
  'api_key.invalid_or_ip_not_allowed': () =>
    say(
      'The network did not accept the API key, or not from this IP address. Check the key and its allowed addresses.',
    ),

  'request.file_too_large': withDetail(() => say('The file is larger than your plan allows.')),
  'request.invalid_target_format': notOffered,
  'conversions.unsupported_pair': notOffered,
  'compressions.unsupported_format': () => say('Files of this type can’t be compressed. Pick another file.'),
  'request.invalid_content_type': refused,
  'request.no_files': refused,
  'request.invalid_option': refused,
  'request.unsupported_version': refused,
  'request.host_not_allowed': refused,
  'request.not_found': refused,
  'request.method_not_allowed': refused,
  'request.malformed': refused,
  'request.pages_uncountable': tooComplex,
  'service.internal_error': couldNot,

  'entitlements.insufficient_credits': () => say('There are not enough credits.'),
  'usage.daily_limit_exceeded': () =>
    say('Today’s limit of your plan is reached. Go on when a new day has renewed it, or on this computer.'),
  'batch.limit_exceeded': () =>
    say('Your plan takes fewer files at a time. Go on with the rest when you are ready.'),
  rate_limited: busy,
  'queue.limit_exceeded': busy,
  'queue.pool_saturated': busy,

  'jobs.expired': () => say('The result was kept for an hour and is gone. Try again.'),
  'jobs.not_found': () =>
    say('The service no longer knows this job, so its result can’t be fetched. Try again.'),
  'jobs.not_ready': () => say('The result is not ready yet. Try again.'),
  'jobs.no_output': () => say('The job has no result. Try again.'),
  'options.withheld': () =>
    say(
      'Passwords are never stored, so this job can’t go on after a restart. Start it again with the password.',
    ),
  'job.in_other_window': () =>
    say('Another window already does this with this file. Nothing was sent again; look at the jobs there.'),
  'job.failed': couldNot,
  'job.lost': () => say('The service lost the job several times. Try again later.'),
  'conversion.failed': couldNot,
  'conversion.invalid_input': withDetail(() => say('The file can’t be processed.')),
  'conversion.limit_exceeded': tooComplex,
  'conversion.size_not_met': withDetail(() => say('The file can’t be made that small.')),
  'conversion.unsupported_kind': withDetail(() => say('This kind of file isn’t supported.')),
  'conversion.unsupported_script': withDetail(() => say('Some of the text can’t be set in a PDF here.')),
  'conversion.program_needed': (detail) => sentences([detail, say('Install it and try again.')]),
  'conversion.password_needed': (detail) => sentences([detail, say('Try again to enter it.')]),
  'conversion.timed_out': () => say('The conversion took too long and was stopped.'),
  'output.invalid': () => say('The service’s result was damaged and not saved. Try again.'),
  'output.unknown_placeholder': (placeholder) =>
    say(
      '“{0}” is not known in the folder or the name for results. Known are {1}.',
      placeholder,
      foreign(placeholders.join(' ')),
    ),
  'output.name_with_folder': () =>
    say('The name for results can’t hold a folder. Set the folder for itself.'),
  'output.folder_elsewhere': (folder) =>
    say('“{0}” is no folder of this computer. Choose another folder for results.', folder),
  'output.outside_workspace': (folder) =>
    say('“{0}”, the workspace’s folder for results, leads out of the workspace and is not used.', folder),
  'output.not_placed': () => say('The result could not be saved beside its source. Save it somewhere else.'),

  'submission.interrupted': () =>
    say('The connection broke after the file was sent, so it may have been accepted.'),
  'transport.unreachable': () =>
    say('The service can’t be reached. Check the connection and the address in the settings.'),
  'transport.certificate': () =>
    say('The certificate of the network is not trusted. Check the address, or add the certificate.'),
  'transport.interrupted': () => say('The connection broke off. Try again.'),
  'transport.redirected': () =>
    say('The network’s address leads to another site. Correct the address in the settings.'),
  'transport.unsafe_redirect': () =>
    say('The network keeps the result at a place that is not safe to fetch it from. Ask whoever runs it.'),
  'transport.storage': () =>
    say('The network’s storage did not deliver the result. It is asked for again by itself.'),
  'transport.unreadable': () =>
    say('The answer is not from a File Utility Network service. Check the address in the settings.'),
  'response.unexpected_shape': withDetail(() =>
    say('The service answered in a form that could not be understood.'),
  ),
  'arguments.invalid': withDetail(() => say('The command was called with what it does not take.')),
  'localService.unavailable': () =>
    say('The service on this computer could not be started. See the log for the reason.'),
  'journal.unwritable': () =>
    say('The list of jobs could not be written, so nothing was sent. Make room on the disk.'),
  unexpected: ownFault,
};

export function tooLargeToShow(): Words {
  return say('The file is too large to be shown.');
}

/** A sentence about a problem, after the file's name if there is one. An unknown code is shown with its detail. */
export function problemText({ file, ...problem }: Problem): Words {
  const text = sentenceOf(problem);
  return file === undefined ? text : say('{0}: {1}', foreign(file), text);
}

/** The detail alone if our sentence only introduces it. */
export function briefProblemText(problem: Problem): Words {
  const detail = isConversionProblem(problem) ? detailText(problem) : undefined;
  return detail || problemText(problem);
}

/** The detail of a problem: our text in the user's language, else the source's own. */
export function detailText({ fault, detail }: Problem): Words {
  return fault === undefined ? foreign(detail) : faultText(fault);
}

function sentenceOf(problem: Problem): Words {
  const { code } = problem;
  const words = detailText(problem);
  if (isKnown(code)) return texts[code](words);
  return words === '' ? foreign(code) : say('{0} ({1})', words, foreign(code));
}

function isConversionProblem({ code, file }: Problem): boolean {
  return file === undefined && code.startsWith('conversion.');
}

function isKnown(code: string): code is KnownProblemCode {
  return Object.hasOwn(texts, code);
}

/** The reason of a failed conversion. Services use the same messages in English. */
export function faultText({ id, parameters, file }: Fault): Words {
  const named = parameters.map((each) => (typeof each === 'string' ? foreign(each) : each));
  const text = say(faultSentences[id], ...named);
  const sentence = isUnsupportedKind(id) ? say(unsupportedSentence, text) : text;
  return file === undefined ? sentence : say('{0}: {1}', foreign(file), sentence);
}

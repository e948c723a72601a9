// The thread that parses a project's texts. A parser can run for hours, but a thread can be stopped.
import { parentPort } from 'node:worker_threads';
import { formatFactsOfFileName } from '../contract/formats/naming.ts';
import { IgnoreFiles } from './ignoreFiles.ts';
import { picturesIn } from './pictures.ts';
import { mayRefer, referencesIn } from './references.ts';
import type { FromWorker, Question, ToWorker } from './workerMessages.ts';

let resolveIsFile: ((isFile: boolean) => void) | undefined;

parentPort?.on('message', (message: ToWorker) => {
  if ('isFile' in message) resolveIsFile?.(message.isFile);
  else void answerTo(message).then((answer) => send({ answer }));
});

async function answerTo(question: Question): Promise<unknown> {
  switch (question.ask) {
    case 'ignored': {
      const ignored = new IgnoreFiles();
      for (const { folder, text } of question.files) ignored.add(folder, text);
      return question.paths.map(({ path, isFolder }) => ignored.has(path, isFolder));
    }
    case 'mayRefer':
      return mayRefer(question.text, question.replacements);
    case 'pictures':
      return picturesIn(question.file, question.format, question.top, isFile);
    case 'references': {
      const { file, top, replacements } = question;
      return referencesIn(file, { top, replacements, isFile, mediaTypeOf });
    }
  }
}

function mediaTypeOf(name: string): string | undefined {
  return formatFactsOfFileName(name)?.mediaType;
}

async function isFile(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    resolveIsFile = resolve;
    send({ isFile: path });
  });
}

function send(message: FromWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}

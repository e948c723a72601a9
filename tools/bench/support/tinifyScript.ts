import tinify from 'tinify';
import { Script } from './script.ts';

/** A file that TinyPNG's own client sends to a substitute server. */
interface TinifyTask {
  readonly file: string;
  /** The address of the server. The client only supports HTTPS. */
  readonly baseUrl: string;
  /** The certificate authority to trust, as PEM. */
  readonly authority: string;
}

interface TinifyFigures {
  /** The maximum memory growth of the process. */
  readonly grownBytes: number;
}

async function upload({ file, baseUrl, authority }: TinifyTask): Promise<TinifyFigures> {
  Object.assign(tinify.Client, { API_ENDPOINT: baseUrl, CA_BUNDLE: authority });
  tinify.key = 'key';
  const before = process.memoryUsage.rss();
  await tinify.fromFile(file).toBuffer();
  return { grownBytes: process.resourceUsage().maxRSS * 1024 - before };
}

export const tinifyScript = new Script<TinifyTask, TinifyFigures>(import.meta.filename, upload);

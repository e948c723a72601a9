import { type ApiCaller } from '../../test/support/service/apiCaller.ts';
import { StandaloneService, withPrograms } from '../../test/support/service/standalone.ts';
import { programOf, type MatrixCase } from './matrixCases.ts';

/** Two services: one without programs, and one with the installed ones. */
export class MatrixServices {
  readonly #alone: StandaloneService;
  readonly #equipped: StandaloneService;

  private constructor(alone: StandaloneService, equipped: StandaloneService) {
    this.#alone = alone;
    this.#equipped = equipped;
  }

  static async start(): Promise<MatrixServices> {
    const alone = await StandaloneService.start();
    return new MatrixServices(alone, await StandaloneService.start([], withPrograms));
  }

  /** The service that chooses exactly this conversion for its pair. */
  readonly apiOf = (tested: MatrixCase): ApiCaller =>
    (programOf(tested) === undefined ? this.#alone : this.#equipped).api;

  async stop(): Promise<void> {
    await Promise.all([this.#alone.stop(), this.#equipped.stop()]);
  }
}

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Spreads the e2e files evenly over the run. Only one runs at a time, and a browser leaves time for other tests. */
export class SpreadE2e extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const e2e = sorted.filter(({ project }) => project.name === 'e2e')
    const others = sorted.filter(({ project }) => project.name !== 'e2e')
    const size = Math.ceil(others.length / Math.max(1, e2e.length))
    const spread = e2e.flatMap((file, at) => [file, ...others.slice(at * size, (at + 1) * size)])
    return e2e.length === 0 ? others : spread
  }
}

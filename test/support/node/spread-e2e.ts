import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isLongest = ({ moduleId }: TestSpecification) => /\/(looks|pages)\.test\.ts$/.test(moduleId)

/**
 * Spreads the e2e files over the run. Only one of them runs at a time; the next should not start before that and block a
 * worker. The longest comes first, and the gaps shrink.
 */
export class SpreadE2e extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's
    const sorted = await super.sort(files)
    const e2e = sorted
      .filter(({ project }) => project.name === 'e2e')
      .toSorted((one, other) => Number(isLongest(other)) - Number(isLongest(one)))
    const others = sorted.filter(({ project }) => project.name !== 'e2e')
    const start = (at: number) => Math.round(others.length * Math.sqrt(at / Math.max(1, e2e.length)))
    return e2e.length === 0 ? others : e2e.flatMap((file, at) => [file, ...others.slice(start(at), start(at + 1))])
  }
}

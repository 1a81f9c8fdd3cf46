import type { Metafile } from 'esbuild'

/** A part of the Worker that loads on its own: the start, and what each `import()` in the source adds to it. */
export type Part = {
  readonly entry: string
  readonly files: readonly string[]
  /** Bytes of each source file in these files. */
  readonly sources: ReadonlyMap<string, number>
}

/** The parts of a bundle, the start first. */
export function partsOf({ outputs }: Metafile): readonly [start: Part, ...Part[]] {
  const entries = Object.entries(outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint === undefined ? [] : [{ file, entryPoint }],
  )
  const main = entries.find(({ entryPoint }) => entryPoint === 'src/index.ts')
  if (main === undefined) throw new Error('the bundle has no src/index.ts')
  const atStart = loadedWith(main.file, outputs)
  const part = (entry: string, files: readonly string[]): Part => ({ entry, files, sources: sourcesOf(files, outputs) })
  return [
    part(main.entryPoint, [...atStart]),
    ...entries
      .filter((entry) => entry !== main)
      .map(({ file, entryPoint }) =>
        part(
          entryPoint,
          [...loadedWith(file, outputs)].filter((each) => !atStart.has(each)),
        ),
      ),
  ]
}

/** A file and everything that it imports at once. */
function loadedWith(file: string, outputs: Metafile['outputs'], loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  for (const { path, kind } of outputs[file]?.imports ?? [])
    if (kind === 'import-statement') loadedWith(path, outputs, loaded)
  return loaded
}

function sourcesOf(files: readonly string[], outputs: Metafile['outputs']): ReadonlyMap<string, number> {
  const inputs = files.flatMap((file) => Object.entries(outputs[file]?.inputs ?? {}))
  return new Map(inputs.map(([source, { bytesInOutput }]) => [source, bytesInOutput] as const))
}

/** The package or the room in src that a source file belongs to. */
export const ownerOf = (source: string): string =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ??
  /src\/(?:(?:areas|pages|platform|protocols)\/)?[^/]+/.exec(source)?.[0] ??
  source

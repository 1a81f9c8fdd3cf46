import { readdirSync } from 'node:fs'
import { posix as path } from 'node:path'

type Rows = readonly Readonly<Record<string, string>>[]

export type Room = { readonly name: string; readonly row: number }

/** The rooms of rows by name, and the one that a file is in. */
export function placeRooms(rows: Rows) {
  const rooms = new Map(
    rows.flatMap((row, index) => Object.keys(row).map((name): [string, Room] => [name, { name, row: index }])),
  )
  function roomOf(file: string): Room | undefined {
    for (let place = file; place !== '.'; place = path.dirname(place)) {
      const room = rooms.get(place)
      if (room !== undefined) return room
    }
    return undefined
  }
  return { names: [...rooms.keys()], roomOf }
}

/** How a room that needs another breaks the order of the rows; undefined if it does not. */
export function wrongWay(from: Room, to: Room): 'up' | 'sideways' | undefined {
  if (from.name === to.name || to.row > from.row) return undefined
  return to.row < from.row ? 'up' : 'sideways'
}

/** The files of a folder and of all folders in it whose names end so, sorted. */
export const filesIn = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => ending.test(file))
    .toSorted((one, other) => one.localeCompare(other))

export function pick<T>(all: readonly T[], nth: number): T {
  const picked = all[nth % all.length]
  if (picked === undefined) throw new Error('cannot pick from an empty list')
  return picked
}

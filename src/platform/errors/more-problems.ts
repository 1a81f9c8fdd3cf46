/** What follows the first problem if there are more, by language. */
export const moreProblems = {
  en: (count: number) => ` (and ${count} more, see errors)`,
  ar: (_count: number) => ' وهناك بيانات أخرى تحتاج إلى مراجعة.',
}

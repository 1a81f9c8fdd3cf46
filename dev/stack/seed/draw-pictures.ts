import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launch } from '../../../test/e2e/browser.ts'

const folder = fileURLToPath(new URL('pictures/', import.meta.url))
const side = 600

/** Makes the WebP file of every drawing in dev/stack/seed/pictures, or only of those that are named. */
async function main(names: readonly string[]) {
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width: side, height: side } })
    const protocol = await page.context().newCDPSession(page)
    for (const file of await readdir(folder)) {
      const [name = '', type] = file.split('.')
      if (type !== 'svg' || (names.length > 0 && !names.includes(name))) continue
      await page.setContent(`<body style="margin:0">${await readFile(folder + file, 'utf8')}`)
      const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
      await writeFile(`${folder}${name}.webp`, data, 'base64')
    }
  } finally {
    await browser.close()
  }
}

await main(process.argv.slice(2))

import { guidOf } from "./guid"
import type { Key, RandomStream } from "./random"

const files = [
  ["image/jpeg", "butik.jpg"],
  ["image/png", "planogram.png"],
  ["application/pdf", "Aushang A4.pdf"],
  ["video/mp4", "walk-through 🎬.mp4"],
] as const

/** Attachments; the places where their bytes lie are not part of the demo. */
export const mediasOf = (random: RandomStream, most: number, ...key: Key) =>
  Array.from({ length: random.whole(0, most) }, (_, index) => {
    const [contentType, fileName] = random.pick(files)
    const id = guidOf("media", ...key, index)
    return { id, contentType, fileName, downloadUrl: null, referenceUrl: null }
  })

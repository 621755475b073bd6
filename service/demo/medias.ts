import { gapAt, withGap } from "./gaps"
import { guidOf } from "./guid"
import { type Key, type RandomStream, streamOf } from "./random"

const files = [
  ["image/jpeg", "butik.jpg"],
  ["image/png", "planogram.png"],
  ["application/pdf", "Aushang A4.pdf"],
  ["video/mp4", "walk-through 🎬.mp4"],
] as const

/** What is missing in the record of an interrupted upload. */
const gaps = ["id", "contentType", "fileName"] as const

/** Attachments. The files themselves are not part of the demo. */
export const mediasOf = (random: RandomStream, max: number, ...key: Key) =>
  Array.from({ length: random.whole(0, max) }, (_, index) => {
    const [contentType, fileName] = random.pick(files)
    const id = guidOf("media", ...key, index)
    const media = { id, contentType, fileName, downloadUrl: null, referenceUrl: null }
    return withGap(media, gapAt(streamOf("media-gap", id).whole(0, 29), gaps, 30))
  })

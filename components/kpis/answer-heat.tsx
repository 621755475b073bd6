"use client"

import { useMemo } from "react"
import { useFormatter, useTranslations } from "use-intl"
import { heatLayout } from "../charts/heat-cells"
import { HeatMap } from "../charts/heat-map"
import { useWidth } from "../charts/use-width"
import { useValueFormat } from "../ui/value-format"
import { CellTip } from "./answer-cursor"
import type { ExplorerModel } from "./build-model"
import { useExplorer, useOpenBucket, useShownAnswer } from "./explorer-context"
import { useBucketLabel, useTicks } from "./labels"

const monday = Date.UTC(2026, 0, 5)
const dayMs = 86_400_000

export function AnswerHeat({ built }: { readonly built: ExplorerModel }) {
  const t = useTranslations("kpis")
  const { name } = useExplorer().setup
  const { answer, unit } = useShownAnswer()
  const openBucket = useOpenBucket()
  const format = useFormatter()
  const [frame, width] = useWidth<HTMLDivElement>()
  const { bucket, zone } = answer.question
  const { model } = built
  const layout = useMemo(() => heatLayout(model, bucket, zone), [model, bucket, zone])
  const bucketLabel = useBucketLabel(bucket, zone)
  const ticksOf = useTicks(zone)
  const { short } = useValueFormat(unit)
  const own = model.lines.filter(({ isCompared }) => !isCompared)
  const rowNames = {
    group: () => own.map(({ label }) => label),
    weekday: () =>
      Array.from({ length: 7 }, (_, day) =>
        format.dateTime(new Date(monday + day * dayMs), { weekday: "short", timeZone: "UTC" }),
      ),
    hour: () => Array.from({ length: 24 }, (_, hour) => `${hour}`.padStart(2, "0")),
  }[layout.by]()
  const starts = layout.starts.map((index) => model.edges[index] ?? 0)
  const size = layout.by === "weekday" ? "week" : layout.by === "hour" ? "day" : bucket
  return (
    <div ref={frame} data-chart>
      {width > 0 ? (
        <HeatMap
          model={model}
          layout={layout}
          width={width}
          rowNames={rowNames}
          ticks={ticksOf([...starts, model.edges.at(-1) ?? 0], size, width)}
          label={t("chartLabel", { name, count: layout.cells.length })}
          help={t("heatHelp")}
          tooMany={t("tooManyCells")}
          format={short}
          nameOf={({ index, line }) =>
            `${bucketLabel(model.edges[index] ?? 0, model.edges[index + 1] ?? 0)}, ${model.lines[line]?.label}`
          }
          renderTip={(position) => <CellTip built={built} position={position} />}
          onOpen={(line, index) => openBucket(built, line, index)}
        />
      ) : null}
    </div>
  )
}

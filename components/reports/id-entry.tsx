import { Fingerprint } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { later } from "../ui/later"
import { ControlPopover } from "./control-popover"
import type { IdFormProps } from "./id-form"

const IdForm = later(() => import("./id-form").then((part) => part.IdForm))

/** Opens a report by ids, for what nobody has named. */
export function IdEntry({ steps, parameters, onChange }: IdFormProps) {
  const t = useTranslations("reports")
  const [open, setOpen] = useState(false)
  return (
    <ControlPopover
      icon={Fingerprint}
      label={t("path.useId")}
      open={open}
      onOpenChange={setOpen}
      content={IdForm}
      className="w-88"
    >
      <IdForm
        steps={steps}
        parameters={parameters}
        onChange={(next) => {
          setOpen(false)
          onChange(next)
        }}
      />
    </ControlPopover>
  )
}

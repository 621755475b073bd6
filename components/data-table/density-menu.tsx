import { Rows2, Rows3, Rows4 } from "lucide-react"
import { useTranslations } from "use-intl"
import { type Density, densities } from "@/lib/client"
import { Button } from "../ui/button"
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from "../ui/menu"

const icons = { compact: Rows4, normal: Rows3, roomy: Rows2 } as const satisfies Record<
  Density,
  typeof Rows2
>

export interface DensityMenuProps {
  readonly density: Density
  readonly onDensity: (density: Density) => void
}

export function DensityMenu({ density, onDensity }: DensityMenuProps) {
  const t = useTranslations("table")
  const Icon = icons[density]
  return (
    <Menu>
      <MenuTrigger
        render={
          <Button
            variant="ghost"
            size="sm"
            aria-label={t("density.label")}
            title={t("density.label")}
          >
            <Icon aria-hidden="true" />
            <span className="hidden min-[1400px]:inline">{t("density.label")}</span>
          </Button>
        }
      />
      <MenuContent align="end">
        <MenuRadioGroup value={density} onValueChange={onDensity}>
          {densities.map((each) => {
            const DensityIcon = icons[each]
            return (
              <MenuRadioItem key={each} value={each}>
                <DensityIcon aria-hidden="true" />
                {t(`density.${each}`)}
              </MenuRadioItem>
            )
          })}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}

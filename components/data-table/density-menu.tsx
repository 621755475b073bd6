import { Rows2, Rows3, Rows4 } from "lucide-react"
import { useTranslations } from "use-intl"
import { type Density, densities } from "@/lib/client"
import { IconButton } from "../ui/icon-button"
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from "../ui/menu"

const icons = { compact: Rows4, normal: Rows3, roomy: Rows2 } as const satisfies Record<
  Density,
  typeof Rows2
>

export interface DensityMenuProps {
  readonly density: Density
  readonly onDensity: (density: Density) => void
}

/** How much room a row takes. */
export function DensityMenu({ density, onDensity }: DensityMenuProps) {
  const t = useTranslations("table")
  const Icon = icons[density]
  return (
    <Menu>
      <MenuTrigger
        render={
          <IconButton label={t("density.label")} size="sm">
            <Icon aria-hidden="true" />
          </IconButton>
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

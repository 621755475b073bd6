import "./own-folder"
import "../../companies"

package vesper.launcher.hits;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/** How often which values of a field are among the hits, a line for each value. */
public final class FacetLines {
    private FacetLines() {}

    /** @param facets for each field its values and counts */
    public static String of(JsonNode facets, Paint paint) {
        StringBuilder lines = new StringBuilder();
        for (Map.Entry<String, JsonNode> facet : facets.properties()) {
            lines.append(paint.title(Printable.line(facet.getKey()))).append('\n');
            for (Map.Entry<String, JsonNode> value : facet.getValue().properties())
                lines.append(String.format("%12d  ", value.getValue().asLong(0)))
                        .append(value.getKey().isEmpty() ? "(none)" : Printable.line(value.getKey()))
                        .append('\n');
        }
        return lines.toString();
    }
}

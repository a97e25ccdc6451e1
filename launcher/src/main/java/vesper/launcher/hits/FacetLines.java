package vesper.launcher.hits;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Formats facets: how often each value of a field occurs among the hits, one line per value. */
public final class FacetLines {
    private FacetLines() {}

    /**
     * Returns the lines.
     *
     * @param facets values and their counts, by field
     */
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

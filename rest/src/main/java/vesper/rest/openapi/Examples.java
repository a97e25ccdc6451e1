package vesper.rest.openapi;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes examples of a parameter or content: a single one without a name, several with generated names. */
final class Examples {
    private Examples() {}

    static void put(List<JsonNode> examples, ObjectNode target) {
        if (examples.size() == 1) target.set("example", examples.getFirst());
        if (examples.size() < 2) return;
        ObjectNode named = target.putObject("examples");
        for (int i = 0; i < examples.size(); i++)
            named.putObject("example" + (i + 1)).set("value", examples.get(i));
    }
}

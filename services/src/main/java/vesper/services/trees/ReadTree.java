package vesper.services.trees;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import vesper.codec.BadField;
import vesper.codec.Decoded;

/**
 * A tree as it was read, with what stands against it.
 *
 * @param unfit numbers that are not taken
 * @param repeated names that were in their object already
 */
@JsonDeserialize(using = TreeReader.class)
record ReadTree(JsonNode root, List<BadField> unfit, List<BadField> repeated) {
    Decoded<JsonNode> outcome(boolean isStrict) {
        List<BadField> wrong = new ArrayList<>(unfit);
        if (isStrict) wrong.addAll(repeated);
        return wrong.isEmpty() ? new Decoded.Value<>(root) : new Decoded.Unfit<>(wrong);
    }
}

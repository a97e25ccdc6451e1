package vesper.services.trees;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import vesper.codec.BadField;
import vesper.codec.DecodeResult;

/**
 * A tree and its faults.
 *
 * @param badNumbers numbers with too many digits
 * @param repeatedNames names that occur more than once in their object
 */
@JsonDeserialize(using = TreeDeserializer.class)
record ParsedTree(JsonNode root, List<BadField> badNumbers, List<BadField> repeatedNames) {
    DecodeResult<JsonNode> outcome(boolean isStrict) {
        List<BadField> faults = new ArrayList<>(badNumbers);
        if (isStrict) faults.addAll(repeatedNames);
        return faults.isEmpty() ? new DecodeResult.Value<>(root) : new DecodeResult.Mismatch<>(faults);
    }
}

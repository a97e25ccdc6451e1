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
 * @param unfit numbers with too many digits
 * @param repeated names that occur more than once in their object
 */
@JsonDeserialize(using = TreeReader.class)
record ReadTree(JsonNode root, List<BadField> unfit, List<BadField> repeated) {
    DecodeResult<JsonNode> outcome(boolean isStrict) {
        List<BadField> wrong = new ArrayList<>(unfit);
        if (isStrict) wrong.addAll(repeated);
        return wrong.isEmpty() ? new DecodeResult.Value<>(root) : new DecodeResult.Mismatch<>(wrong);
    }
}

package vesper.records.admin;

import java.util.List;
import vesper.records.store.StoreOptions;

/**
 * How records are kept, as the operator set it.
 *
 * @param monitor whether the Monitor is on while a rule is enabled
 * @param monitorAlways whether it is also on while none is
 * @param tracker whether transactions are kept
 * @param mask names whose values are hidden whatever the rules say, see {@link vesper.records.masks.Mask}
 * @param answerBytes the largest answer that can be made of what a search finds
 */
public record RecordingSettings(
        boolean monitor,
        boolean monitorAlways,
        boolean tracker,
        List<String> mask,
        StoreOptions store,
        long answerBytes) {
    public RecordingSettings {
        mask = List.copyOf(mask);
    }
}

package vesper.launcher.steering;

import java.io.IOException;
import java.util.function.Supplier;
import vesper.launcher.settings.Setting;

/**
 * A setting that can change while the server runs.
 *
 * @param now its value, as it would be written
 * @param change makes another value hold
 */
public record LiveSetting<T>(Setting<T> setting, Supplier<String> now, Switch<T> change) {
    /** What makes a value hold. */
    @FunctionalInterface
    public interface Switch<T> {
        /** @throws IOException where it cannot hold, with the reason */
        void to(T value) throws IOException;
    }
}

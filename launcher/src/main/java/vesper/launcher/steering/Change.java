package vesper.launcher.steering;

import java.time.Instant;
import vesper.rest.openapi.Described;

@Described("""
        Something that was changed while the server ran.
        @param at when
        @param who the address that it was asked from
        @param key of the setting, or logger: and its name
        Example: log.level
        @param from what it was before
        @param to what it is since""")
public record Change(Instant at, String who, String key, String from, String to) {}

package vesper.launcher.steering;

import java.time.Instant;
import vesper.rest.openapi.Described;

@Described("""
        A change that was made while the server ran.
        @param at time of the change
        @param who address of the client
        @param key of the setting, or logger: and its name
        Example: log.level
        @param from old value
        @param to new value""")
public record AuditEntry(Instant at, String who, String key, String from, String to) {}

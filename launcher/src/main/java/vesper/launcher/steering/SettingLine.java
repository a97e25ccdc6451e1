package vesper.launcher.steering;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;
import vesper.rest.openapi.Described;

@Described("""
        A setting.
        @param key its name in files and in --set
        Example: http.port
        @param value that holds now; stars in the place of a secret
        @param origin where it was said
        @param meaning in a line
        @param form how it is written: text, list, path, boolean, number, bytes, duration or choice
        @param expected what a value has to be
        @param choices all values that there are, where they are few
        @param defaultValue what it is where nobody says otherwise
        @param changeable whether it can change while the server runs""")
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record SettingLine(
        String key,
        String value,
        String origin,
        String meaning,
        String form,
        String expected,
        Optional<List<String>> choices,
        @JsonProperty("default") String defaultValue,
        boolean changeable) {}

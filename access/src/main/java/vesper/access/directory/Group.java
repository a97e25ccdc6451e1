package vesper.access.directory;

/**
 * A group with a description. Users and keys may also be in groups that nobody described.
 *
 * @param description for people; may be empty
 */
public record Group(String name, String description) implements Member {
    @Override
    public String id() {
        return name;
    }
}

package vesper.records.admin;

/** Descriptions shared by the endpoints of the Monitor's rules and of the throttling rules. */
public final class RuleTexts {
    public static final String ALL =
            "Every rule, in the order in which they are asked.\n@param count whether to say how many there are";
    public static final String ONE = "One rule; its ETag is its version.\n@param id of the rule";
    public static final String ADD =
            "Adds a rule. Its id is made of its name.\n@return It is there, and asked from now on";
    public static final String REPLACE = "Puts another rule in the place of one; the id stays.\n@param id of the rule";
    public static final String PATCH =
            "Changes the fields that are given; those given as null get their defaults.\n@param id of the rule";
    public static final String REMOVE = "Takes a rule away.\n@param id of the rule";
    public static final String IF_MATCH = "\n@param ifMatch its ETag, where it must not have changed since";

    public static final String ADDED = "It is there, and asked from now on";
    public static final String GONE = "It is gone";
    public static final String NO_PLACE = "Another rule has that name, or there are too many";
    public static final String NAME_TAKEN = "Another rule has that name";
    public static final String CHANGED = "The rule has changed since";
    public static final String DISK_FULL = "The disk does not take it; nothing has changed";

    public static final String NOT_SHARED = "The cluster does not take it now";

    private RuleTexts() {}
}

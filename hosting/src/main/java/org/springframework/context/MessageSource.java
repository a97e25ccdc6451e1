package org.springframework.context;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Texts by code and locale. Vesper neither implements nor calls it. */
public interface MessageSource {
    @Nullable
    String getMessage(
            String code, @Nullable Object @Nullable [] args, @Nullable String defaultMessage, @Nullable Locale locale);

    /**
     * Returns the text of a code.
     *
     * @throws NoSuchMessageException if there is no such text
     */
    String getMessage(String code, @Nullable Object @Nullable [] args, @Nullable Locale locale);

    /**
     * Returns the text of the first code that has one.
     *
     * @throws NoSuchMessageException if there is no such text
     */
    String getMessage(MessageSourceResolvable resolvable, @Nullable Locale locale);
}

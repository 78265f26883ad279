# dealwright completion fish > ~/.config/fish/completions/dealwright.fish

function __dealwright_complete
    set -l word (commandline --current-token --cut-at-cursor)
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l lines ($words[1] completion fish "--word=$word" -- $words[2..-1] 2>/dev/null)
    if test "$lines[1]" = files
        __fish_complete_path "$word"
    end
    if set -q lines[2]
        printf '%s\n' $lines[2..-1]
    end
end

complete --command dealwright --no-files --keep-order --arguments '(__dealwright_complete)'

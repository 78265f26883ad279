# in $PROFILE: dealwright completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName dealwright -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    $lines = @(& dealwright completion powershell "--word=$wordToComplete" '--' @words 2>$null)
    # without a result PowerShell completes the names of files
    $lines | Select-Object -Skip 1 | ForEach-Object {
        $value, $about = $_ -split "`t", 2
        if (-not $about) { $about = $value }
        $text = if ($value -match '[^\w.=/\\:-]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $about)
    }
}
